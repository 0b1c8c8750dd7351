// Looks for lost results and rounded quotients. See kernel_values.hpp.
#include "check/kernel_values.hpp"

#include <algorithm>

#include "check/source_facts.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

// ---- a parameter that is set in vain

struct Function {
  std::string name;
  std::vector<std::string> copied;  // parameters that are neither pointers nor references
  int line, first, last;            // the line of its head, and the first and last line of its body
};

// The parameters that are neither pointers nor references: `n` in `int* a, int n`.
std::vector<std::string> copied_parameters(const std::string& text) {
  std::vector<std::string> names;
  for (size_t first = 0; first < text.size();) {
    const size_t end = std::min(text.size(), text.find(',', first));
    const std::string one = trimmed(text.substr(first, end - first));
    size_t name = one.size();
    while (name > 0 && is_name_letter(one[name - 1])) name--;
    if (one.find_first_of("*&[<=") == std::string::npos && name > 0)
      names.push_back(one.substr(name));
    first = end + 1;
  }
  return names;
}

std::vector<Function> device_functions(const Lines& lines) {
  std::vector<Function> functions;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::string& text = lines[line - 1];
    if (!has(text, "__device__") || has(text, "__global__") || !has(text, "(")) continue;
    const size_t open = text.find('('), close = text.find(')', open), brace = text.find('{');
    if (close == std::string::npos || brace == std::string::npos || close > brace) continue;
    size_t name = open;
    while (name > 0 && is_name_letter(text[name - 1])) name--;
    int last = line, depth = 0;
    for (; last <= static_cast<int>(lines.size()); last++) {
      for (const char c : lines[last - 1]) depth += (c == '{') - (c == '}');
      if (depth <= 0) break;
    }
    functions.push_back({text.substr(name, open - name),
                         copied_parameters(text.substr(open + 1, close - open - 1)), line, line + 1,
                         last});
  }
  return functions;
}

int count_of(const std::string& text, const std::string& name) {
  int count = 0;
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    count += (at == 0 || !is_name_letter(text[at - 1])) &&
             (at + name.size() == text.size() || !is_name_letter(text[at + name.size()]));
  return count;
}

// The line that sets the parameter, if the function never reads the parameter; otherwise 0.
int set_in_vain(const Lines& lines, const Function& function, const std::string& name) {
  int set = 0;
  for (int line = function.first; line <= std::min<int>(function.last, lines.size()); line++) {
    const std::string& text = lines[line - 1];
    const int count = count_of(text, name);
    if (count == 0) continue;
    if (count > 1 || !has(text, " = ") || !assigns(text, name)) return 0;
    set = line;
  }
  return set;
}

// ---- a quotient

// The value of a name, or of a product of two names, in this launch; nullopt if it is unknown.
std::optional<long> value_of(const Lines& lines, const suite::Failure& failure,
                             const std::string& name, int depth = 0) {
  const long blocks = failure.shape.blocks, threads = failure.shape.threads;
  if (name == "gridDim.x") return blocks;
  if (name == "blockDim.x") return threads;
  if (name == "blockDim.x * gridDim.x" || name == "gridDim.x * blockDim.x") return blocks * threads;
  if (is_one_of(name, {"numNodes", "numEdges", "numElements"})) {
    for (const suite::ShownArray& shown : failure.shown)
      if (shown.name == failure.array && !failure.array.empty()) return shown.length;
    return std::nullopt;
  }
  constexpr size_t kMostDigits = 9;
  if (name.size() <= kMostDigits && name.find_first_not_of("0123456789") == std::string::npos)
    return name.empty() ? std::nullopt : std::optional<long>(std::stol(name));
  std::optional<long> value;
  for (const std::string& line : lines) {
    const std::string text = trimmed(line);
    if (!assigns(text, name)) continue;
    const size_t at = text.find(name + " = ");
    if (at == std::string::npos || value || depth > 0 || !ends_with(text, ";")) return std::nullopt;
    const size_t first = at + name.size() + 3;
    value = value_of(lines, failure, trimmed(text.substr(first, text.size() - 1 - first)), 1);
    if (!value) return std::nullopt;
  }
  return value;
}

}  // namespace

void tell_copied_parameter(const Lines& lines, const std::string& file, suite::Failure& failure) {
  for (const Function& function : device_functions(lines))
    for (const std::string& name : function.copied) {
      const int set = set_in_vain(lines, function, name);
      if (set == 0) continue;
      add_sure_place(failure, {file, function.line});
      add_sure_place(failure, {file, set});
      failure.what.push_back(
          suite::SetInVain{name, function.name, {file, function.line}, {file, set}});
      if (!suite::has_fact<suite::Repairs>(failure))
        failure.hint.propose({suite::Thought::copied_argument});
      return;
    }
}

std::optional<suite::RoundedDown> rounded_down(const Lines& lines, const suite::Failure& failure,
                                               const std::string& line) {
  const std::string text = trimmed(line);
  const size_t set = text.find(" = "), sign = text.find(" / ");
  if (set == std::string::npos || sign == std::string::npos || sign < set || !ends_with(text, ";"))
    return std::nullopt;
  const std::string above = trimmed(text.substr(set + 3, sign - set - 3));
  const std::string below = trimmed(text.substr(sign + 3, text.size() - sign - 4));
  if (!is_plain_operand(above) || !is_plain_operand(below)) return std::nullopt;
  const std::optional<long> dividend = value_of(lines, failure, above);
  const std::optional<long> divisor = value_of(lines, failure, below);
  if (!dividend || !divisor || *divisor <= 0 || *dividend < 0 || *dividend % *divisor == 0)
    return std::nullopt;
  return suite::RoundedDown{{}, above + " / " + below, *dividend, *divisor};
}

}  // namespace handshake::check
