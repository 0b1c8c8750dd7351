#include <sys/utsname.h>

#include <regex>

#include "cuda_on_cpu/driver/compile.hpp"

namespace cuda_on_cpu::driver {
namespace {

// The first line that a command prints.
std::string first_line_of(Processes* processes, const Words& command) {
  const WorkFolder work;
  processes->ask(command, work / "output");
  const std::string text = read_file(work / "output");
  return text.substr(0, text.find('\n'));
}

// Functions of the C library are replaced by those of diagnose/library_calls.cpp, which check each
// access, and those of diagnose/kernel_heap.cpp.
Words changes_of_library_calls() {
  Words names = {"memcpy", "memmove", "memset", "printf", "puts", "malloc", "free", "nan", "nanf"};
  for (const char* name : {"frexp", "modf", "remquo", "sincos"})
    for (const char* type : {"", "f", "l"}) names.push_back(std::string(name) + type);
  Words changes = {"--redefine-sym", "__printf_chk=cuda_on_cpu_printf_chk"};
  for (const char* change :
       {"_Znwm=cuda_on_cpu_new", "_Znam=cuda_on_cpu_new_array", "_ZdlPv=cuda_on_cpu_delete",
        "_ZdaPv=cuda_on_cpu_delete_array", "_ZdlPvm=cuda_on_cpu_delete_sized",
        "_ZdaPvm=cuda_on_cpu_delete_array_sized"})
    append(&changes, {"--redefine-sym", change});
  for (const std::string& name : names) {
    changes.push_back("--redefine-sym");
    changes.push_back(name);
    changes.back() += "=cuda_on_cpu_" + name;
  }
  return changes;
}

}  // namespace

Toolchain::Toolchain(const CommandLine& line, Processes* processes) {
  inspector = line.library + "/cuda_on_cpu_inspect";
  // The usual names show the kind of compiler. A compiler with another name is asked.
  static const std::regex usual("(clang|g)\\+\\+(-[0-9].*)?");
  const std::string name = line.compiler.substr(line.compiler.rfind('/') + 1);
  const bool is_usual = std::regex_match(name, usual);
  is_clang =
      (is_usual ? name : first_line_of(processes, {line.compiler, "--version"})).find("clang") !=
      std::string::npos;
  if (!line.remote)
    bounds = {is_clang ? "-fsanitize=array-bounds" : "-fsanitize=bounds",
              "-fstack-protector-strong"};
  if (!line.diagnose) return;
  object_changes = changes_of_library_calls();
  wrapping = {"-ftrapv"};
  instrumentation = {"-fsanitize=thread", "-fsanitize=shift-exponent", "-fno-omit-frame-pointer"};
  if (is_clang) {
    wrapping.push_back("-ftrapv-handler=cuda_on_cpu_overflows");
    // DWARF 5 without checksums of files makes the assembler of clang++ 19 confuse two files.
    append(&instrumentation, {"-gdwarf-4", "-fsanitize=implicit-integer-truncation", "-mllvm",
                              "-tsan-instrument-func-entry-exit=0", "-mllvm",
                              "-tsan-instrument-read-before-write=1"});
  } else {
    append(&instrumentation, {"--param", "tsan-instrument-func-entry-exit=0"});
  }
  utsname machine;
  uname(&machine);
  const std::string target =
      is_usual ? machine.machine : first_line_of(processes, {line.compiler, "-dumpmachine"});
  announces = target.compare(0, 6, "x86_64") == 0;
  if (announces) instrumentation.push_back("-mno-red-zone");
}

}  // namespace cuda_on_cpu::driver
