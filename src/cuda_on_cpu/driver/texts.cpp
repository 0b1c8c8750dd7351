#include "cuda_on_cpu/driver/texts.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <vector>

#include "cuda_on_cpu/driver/process.hpp"
#include "cuda_on_cpu/translate/columns.hpp"
#include "cuda_on_cpu/translate/device_file.hpp"
#include "cuda_on_cpu/translate/messages.hpp"
#include "cuda_on_cpu/translate/rules.hpp"
#include "cuda_on_cpu/translate/variants.hpp"

namespace cuda_on_cpu::driver {

using namespace translate;

namespace {

// Prints the errors, and the lines that they name. Columns in the errors are columns of `text`.
// Returns whether there are errors.
bool tell(const std::vector<std::string>& errors, const std::string& text) {
  show_errors(errors, text, std::cerr);
  return !errors.empty();
}

// `result` is the text of the device part or of the whole program. Writes the other one of these
// two texts, if it is needed. Returns whether the program is allowed.
bool write_other_part(const Translation& wanted, const Source& source, const Outline& outline,
                      const std::string& result) {
  const bool is_device_file = !wanted.device_file.empty();
  const std::string& name = is_device_file ? wanted.whole : wanted.device_part;
  if (name.empty() || (!is_device_file && !outline.has_device_code())) return true;
  Translator translator(source, outline, Build::plain, is_device_file ? Part::whole : Part::device,
                        wanted.relaxed_constexpr);
  const std::string text = translator.run();
  if (tell(translator.errors(), source.text())) return false;
  if (!is_device_file || without_marks(result) != text) write_file(name, text);
  return true;
}

std::set<int> read_numbers(const std::string& name) {
  std::ifstream file(name);
  return {std::istream_iterator<int>(file), std::istream_iterator<int>()};
}

LineRanges parse_ranges(const std::string& text) {
  LineRanges ranges;
  std::istringstream in(text);
  char minus, comma;
  for (size_t first, last; in >> first >> minus >> last; in >> comma)
    ranges.emplace_back(first, last);
  return ranges;
}

}  // namespace

bool translate_text(const Translation& wanted) {
  const std::string text = read_file(wanted.preprocessed);
  const std::string refused = refused_header(text, wanted.our_headers);
  if (!refused.empty()) {
    tell({refused}, text);
    return false;
  }
  const Source source(with_new_names(text, wanted.new_names));
  const Outline outline(source);
  const bool is_device_file = !wanted.device_file.empty();
  bool is_refused = false;
  if (is_device_file) {
    const std::string written = read_file(wanted.device_file);
    DeviceFile file(source.text(), written);
    file.check();
    if (!wanted.without_macros.empty()) file.compare_headers(read_file(wanted.without_macros));
    is_refused = tell(file.errors(), written);
  }
  Rules rules(source, outline, wanted.extended_lambda);
  rules.check();
  Translator translator(source, outline, wanted.build, is_device_file ? Part::device : Part::whole,
                        wanted.relaxed_constexpr);
  const std::string result = translator.run();
  is_refused |= tell(translator.errors(), source.text());
  is_refused |= tell(rules.errors(), source.text());
  if (is_refused) return false;
  write_file(wanted.plain, result);
  return write_other_part(wanted, source, outline, result);
}

void write_changes(const Translation& wanted, const Changes& changes) {
  const LineRanges host_lines = parse_ranges(changes.host_lines);
  const Source source(with_new_names(read_file(wanted.preprocessed), wanted.new_names), true);
  const Outline outline(source);
  Variants variants(source, outline, read_numbers(changes.left_out), read_numbers(changes.only),
                    host_lines);
  const Source varied(variants.run());
  const Outline of_varied(varied);
  Translator translator(varied, of_varied, wanted.build,
                        host_lines.empty() ? Part::device : Part::whole);
  std::vector<Variant> made = variants.made();
  std::stable_sort(made.begin(), made.end(),
                   [](const Variant& a, const Variant& b) { return a.change < b.change; });
  std::ostringstream list;
  for (const Variant& one : made)
    list << one.number << ' ' << stays_in_place(one.change) << ' ' << to_string(one.change) << ' '
         << one.file << ' ' << one.line << ' ' << one.other_line << ' ' << one.about << '\n';
  write_file(changes.list, list.str());
  write_file(wanted.plain, translator.run());
}

bool tell_of_preprocessor(const Translation& wanted, const std::string& messages) {
  const std::string refused = refused_header(read_file(wanted.preprocessed), wanted.our_headers);
  if (refused.empty()) {
    std::ifstream said(messages);
    explain_missing_headers(said, std::cerr);
  } else {
    std::cerr << refused << '\n';
  }
  return !refused.empty();
}

bool tell_of_compiler(const Translation& wanted, const std::string& compiled,
                      const std::string& messages, bool only_ours) {
  std::ifstream said(messages);
  if (said.peek() == std::ifstream::traits_type::eof()) return false;
  const Source source(with_new_names(read_file(wanted.preprocessed), wanted.new_names));
  const Outline outline(source);
  std::stringstream told;
  const bool uses_host_code = Messages(source, outline).pass_on(said, told, only_ours);
  move_columns(read_file(compiled), told, std::cerr);
  return uses_host_code;
}

bool tell_of_object(const Translation& wanted, const std::string& messages, bool only_device_code) {
  std::ifstream said(messages);
  const Source source(with_new_names(read_file(wanted.preprocessed), wanted.new_names));
  const Outline outline(source);
  return Messages(source, outline).pass_on_of_object(said, std::cerr, only_device_code);
}

}  // namespace cuda_on_cpu::driver
