// The step of --variants: an object that holds many small changes of the kernels.
#include <iostream>
#include <set>
#include <sstream>

#include "cuda_on_cpu/driver/compile.hpp"
#include "cuda_on_cpu/translate/columns.hpp"

namespace cuda_on_cpu::driver {
namespace {

// The numbers of the changes that the compiler does not accept, one per line. If it names no change,
// these are all changes in the lines that it names.
std::string refused_changes(const std::string& messages, const std::string& list) {
  std::string refused;
  std::set<std::string> wrong_lines;
  std::istringstream said(messages);
  for (std::string text; std::getline(said, text);) {
    const auto place = translate::place_in(text);
    if (!place || text.compare(text.find(' '), 6, " error") != 0) continue;
    wrong_lines.insert(place->line);
    if (place->file == "variants") refused += place->line + '\n';
  }
  if (!refused.empty()) return refused;
  std::istringstream changes(list);
  for (std::string text; std::getline(changes, text);) {
    const Words fields = cut(text, " ");  // NUMBER STAYS KIND FILE LINE ...
    if (fields.size() > 4 && wrong_lines.count(fields[4]) != 0) refused += fields[0] + '\n';
  }
  return refused;
}

}  // namespace

// Compiles the source with all changes, except those that do not compile: see
// translate/variants.hpp.
int CompileStep::compile_changes() {
  constexpr int kMostPasses = 5;
  const Changes changes = {object_ + ".variants", work_ / "left_out", line_.only, line_.host_lines};
  Words options = tools_.is_clang
                      ? Words{"-O0", "-w", "-fno-caret-diagnostics", "-ferror-limit=0"}
                      : Words{"-O0", "-w", "-fno-diagnostics-show-caret", "-fmax-errors=0"};
  if (!line_.diagnose) options.push_back("-g0");
  append(&options, joined({tools_.bounds, tools_.instrumentation}));
  std::string left_out, refused = "none";
  for (int pass = 0; pass < kMostPasses && !refused.empty(); pass++) {
    write_changes(texts_, changes);
    if (compile_text(texts_.plain, object_, options, true) == 0) {
      if (!line_.diagnose) return 0;
      return processes_.run(joined({{"objcopy"}, tools_.object_changes, {object_}}));
    }
    refused = refused_changes(read_file(messages_), read_file(changes.list));
    write_file(changes.left_out, left_out += refused);
  }
  std::cerr << read_file(messages_);
  return 1;
}

}  // namespace cuda_on_cpu::driver
