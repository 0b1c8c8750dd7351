// Looks for lines of a kernel that explain a failure. See kernel_source.hpp.
#include "check/kernel_source.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

#include "check/source_text.hpp"
#include "check/source_words.hpp"
#include "check/untrusted_file.hpp"

namespace handshake::check {

namespace {

// The line in which the definition of the function begins; 0: it is not in these lines.
int definition_of(const std::vector<std::string>& lines, const std::string& function) {
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::string& text = lines[line - 1];
    const std::vector<std::string> calls = calls_in(text);
    if (has(text, "__device__") && std::find(calls.begin(), calls.end(), function) != calls.end())
      return line;
  }
  return 0;
}

// The only line that defines a lambda with this name, as in `name = [`; 0: there is none, or more
// than one.
int lambda_of(const std::vector<std::string>& lines, const std::string& function) {
  int found = 0;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::string& text = lines[line - 1];
    if (!has(text, " " + function + " = [")) continue;
    if (found > 0) return 0;
    found = line;
  }
  return found;
}

bool is_small_type(const std::string& word) {
  static const std::set<std::string> types = {"short", "ushort", "int16_t", "uint16_t",
                                              "char",  "uchar",  "int8_t",  "uint8_t"};
  return types.count(word) > 0;
}

bool is_type(const std::string& word) {
  static const std::set<std::string> types = {"int",  "unsigned", "long",     "auto",    "float",
                                              "bool", "double",   "uint32_t", "int32_t", "size_t"};
  return types.count(word) > 0 || is_small_type(word);
}

// The position of the first = that is not part of a comparison.
size_t assignment_in(const std::string& line) {
  for (size_t at = line.find('='); at != std::string::npos; at = line.find('=', at + 1)) {
    const bool begins = line.compare(at, 2, "==") == 0;
    const bool ends = at > 0 && std::strchr("=!<>", line[at - 1]) != nullptr;
    if (!begins && !ends) return at;
  }
  return std::string::npos;
}

// The variable to which the line assigns a value: `partner` in `mine[t].partner = x;`.
std::string assigned_in(const std::string& line) {
  const size_t sign = assignment_in(line);
  if (sign == std::string::npos) return "";
  size_t end = line.find_last_not_of(" +-*/|&^", sign == 0 ? 0 : sign - 1);
  while (end != std::string::npos && line[end] == ']') {
    const size_t open = line.rfind('[', end);
    if (open == std::string::npos || open == 0) return "";
    end = open - 1;
  }
  if (end == std::string::npos || !is_name_letter(line[end])) return "";
  size_t first = end;
  while (first > 0 && is_name_letter(line[first - 1])) first--;
  return line.substr(first, end + 1 - first);
}

// Separates the names of members: `partner` in `mine.partner` becomes a separate name.
std::string with_members_alone(std::string line) {
  for (const char* const sign : {".", "->"})
    for (size_t at = line.find(sign); at != std::string::npos; at = line.find(sign, at))
      line.replace(at, std::strlen(sign), " ");
  return line;
}

using IsOfKind = bool (*)(const std::string& type);

bool is_float(const std::string& type) {
  return type == "float";
}

// Whether the text declares a bit field with this name: `name : 16`, or with another number of
// bits.
bool is_bit_field(const std::string& text, const std::string& name) {
  const size_t at = text.find(" " + name);
  if (at == std::string::npos) return false;
  const size_t colon = text.find_first_not_of(' ', at + 1 + name.size());
  const size_t bits = colon == std::string::npos ? colon : text.find_first_not_of(' ', colon + 1);
  return bits != std::string::npos && text[colon] == ':' &&
         std::isdigit(static_cast<unsigned char>(text[bits])) != 0;
}

// The line that declares the name with a type of this kind; 0: there is none, or another line
// declares the name, too.
int declaration_of(const std::vector<std::string>& lines, const std::string& name, IsOfKind kind) {
  int found = 0;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::vector<std::string> names = names_in(lines[line - 1]);
    const auto at = std::find(names.rbegin(), names.rend(), name);
    const auto type = std::find_if(at, names.rend(), is_type);
    if (at == names.rend() || type == names.rend()) continue;
    const bool is_small = kind == is_small_type && is_bit_field(lines[line - 1], name);
    if (found > 0 || !(kind(*type) || is_small)) return 0;
    found = line;
  }
  return found;
}

// For a line with a variable that is too small for a number: the name of the variable, and the line
// that declares it (0: not known).
std::pair<std::string, int> too_small_in(const std::vector<std::string>& lines, int line,
                                         Kind kind) {
  const std::string& text = lines[line - 1];
  if (kind == Kind::narrowing) {
    const std::string name = assigned_in(text);
    return {name, name.empty() ? 0 : declaration_of(lines, name, is_small_type)};
  }
  std::pair<std::string, int> found{"", 0};
  for (const std::string& name : names_in(with_members_alone(text))) {
    const int declared = kind == Kind::float_rounding ? declaration_of(lines, name, is_float) : 0;
    if (declared == 0 || name == found.first) continue;
    if (found.second > 0) return {"", 0};
    found = {name, declared};
  }
  return found;
}

void tell_declaration(const std::vector<std::string>& lines, const std::string& file,
                      suite::Failure& failure) {
  for (const suite::Fact& fact : failure.what) {
    const auto* const misfit = fact.get<suite::DidNotFit>();
    if (!misfit || misfit->finding.file != file) continue;
    const int line = statement_at(lines, misfit->finding.line);
    if (line == 0) return;
    const auto [name, declared] = too_small_in(lines, line, misfit->finding.kind);
    if (declared == 0 || declared == line) return;
    const bool is_set = misfit->finding.kind == Kind::narrowing;
    add_sure_place(failure, {file, declared});
    failure.what.push_back(
        suite::DeclaredSmall{name, {file, misfit->finding.line}, {file, declared}, is_set});
    return;
  }
}

// The array that a line such as `__shared__ int2 tile[64];` declares; empty: the line is not such a
// declaration.
std::string declared_shared(const std::string& line) {
  const size_t open = line.find('[');
  return has_name(line, "__shared__") && open != std::string::npos
             ? assigned_in(line.substr(0, open) + "=")
             : "";
}

void tell_shared_array(const std::vector<std::string>& lines, const std::string& file,
                       suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || finding->kind != Kind::shared_out_of_bounds || finding->file != file) return;
  const std::string& array = finding->element.variable;  // empty: dynamic shared memory
  std::optional<suite::DeclaredShared> only;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::string& text = lines[line - 1];
    const std::string declared = declared_shared(text);
    if (declared.empty() || (array.empty() ? !has_name(text, "extern") : declared != array))
      continue;
    if (only) return;
    only = suite::DeclaredShared{declared, {file, line}};
  }
  if (!only || only->at.line == statement_at(lines, finding->line)) return;
  add_sure_place(failure, only->at);
  failure.what.push_back(*only);
}

// The & or | between a comparison and the array in this line; 0: there is none.
char sign_before(const std::string& line, const std::string& array) {
  const size_t read = line.rfind(array + "[");
  if (read == std::string::npos) return 0;
  for (const char sign : {'&', '|'}) {
    const size_t at = line.rfind(std::string(" ") + sign + " ", read);
    if (at == std::string::npos) continue;
    const std::string left = line.substr(0, at);
    for (const char* compares : {"!=", "==", " < ", " > ", ">=", "<="})
      if (has(left, compares)) return sign;
  }
  return 0;
}

// The index of the array in this line, if it is a variable that is compared only after the read:
// `partner` in `if (a[partner] == x && partner != -1)`. Otherwise empty.
std::string tested_after(const std::string& line, const std::string& array) {
  const size_t read = line.find(array + "["), close = line.find(']', read);
  if (read == std::string::npos || close == std::string::npos) return "";
  const size_t first = read + array.size() + 1;
  std::string index = line.substr(first, close - first);
  const bool is_name = !index.empty() && std::all_of(index.begin(), index.end(), is_name_letter);
  if (!is_name || has_name(line.substr(0, read), index)) return "";
  for (const char* compares : {" != ", " == ", " < ", " > ", " >= ", " <= "})
    if (line.find("&& " + index + compares, close) != std::string::npos) return index;
  return "";
}

// Whether the line has `array[x - 1]`. In such a line, an index of -1 does not come from UNMATCHED.
bool subtracts_one(const std::string& line, const std::string& array) {
  const size_t read = line.find(array + "[");
  if (read == std::string::npos) return false;
  const size_t first = read + array.size() + 1;
  std::string index = line.substr(first, line.find(']', first) - first);
  index.erase(std::remove(index.begin(), index.end(), ' '), index.end());
  const bool ends = index.size() > 2 && index.compare(index.size() - 2, 2, "-1") == 0;
  return ends && std::all_of(index.begin(), index.end() - 2, is_name_letter);
}

// The condition in the head of a loop that begins in this line; empty: there is none.
std::string condition_of_loop(const std::string& line) {
  for (const char* const word : {"while (", "while("})
    if (const size_t at = line.find(word); at != std::string::npos) return line.substr(at);
  const size_t loop = std::min(line.find("for ("), line.find("for("));
  const size_t first = line.find(';', std::min(loop, line.size()));
  if (first == std::string::npos) return "";
  const size_t last = line.find(';', first + 1);
  return last == std::string::npos ? "" : line.substr(first + 1, last - first - 1);
}

// In the condition of a loop, the variable that is the index of the array: `next` in
// `while (src[next] == x)`. Empty if there is none, or if the condition also compares the variable.
std::string uncompared_index(const std::string& head, const std::string& array) {
  const std::string line = condition_of_loop(head);
  const size_t read = line.find(array + "["), close = line.find(']', read);
  if (read == std::string::npos || close == std::string::npos) return "";
  const size_t first = read + array.size() + 1;
  std::string index = line.substr(first, close - first);
  if (index.empty() || !std::all_of(index.begin(), index.end(), is_name_letter)) return "";
  for (size_t at = line.find(index); at != std::string::npos; at = line.find(index, at + 1)) {
    const size_t after = line.find_first_not_of(' ', at + index.size());
    const size_t before = at == 0 ? std::string::npos : line.find_last_not_of(' ', at - 1);
    if (after != std::string::npos && std::string("<>=!").find(line[after]) != std::string::npos)
      return "";
    if (before != std::string::npos && std::string("<>=!").find(line[before]) != std::string::npos)
      return "";
  }
  return index;
}

// The line without the texts between [ and ].
std::string without_indices(const std::string& line) {
  std::string rest;
  int open = 0;
  for (const char c : line) {
    open += c == '[';
    if (open == 0) rest += c;
    open -= c == ']' && open > 0;
  }
  return rest;
}

// Whether the line may compare something, or passes something to a function that may compare it.
bool may_compare(const std::string& line) {
  for (const std::string& name : calls_in(line))
    if (name != "if" && name != "for" && name != "while" && name != "switch") return true;
  for (size_t at = line.find_first_of("<>=!"); at != std::string::npos;
       at = line.find_first_of("<>=!", at + 1)) {
    const std::string two = line.substr(at, 2);
    if (two == "<<" || two == ">>") {
      at++;
      continue;
    }
    const bool is_arrow = line[at] == '>' && at > 0 && line[at - 1] == '-';
    if ((line[at] == '<' || line[at] == '>') && !is_arrow) return true;
    if (two == "==" || two == "!=") return true;
  }
  return has_name(line, "switch");
}

// The only index in the line: `base + i` in `keep[base + i] = x;`. Empty if the line has no index
// or several, or if the index contains anything but names, numbers, +, - and *.
std::string only_index(const std::string& line) {
  const size_t open = line.find('['), close = line.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open ||
      line.find('[', open + 1) != std::string::npos)
    return "";
  const std::string index = line.substr(open + 1, close - open - 1);
  const bool is_plain = std::all_of(index.begin(), index.end(), [](char c) {
    return is_name_letter(c) || std::string(" +-*").find(c) != std::string::npos;
  });
  return is_plain && !names_in(index).empty() ? index : "";
}

// Whether a line of the function, at or above line `at`, may compare the index.
bool is_compared_above(const std::vector<std::string>& lines, int at, const std::string& index) {
  const std::vector<std::string> names = names_in(index);
  for (int line = at; line >= 1; line--) {
    if (has(lines[line - 1], "__global__") || has(lines[line - 1], "__device__")) return false;
    const std::string text = without_indices(lines[line - 1]);
    const bool has_all = std::all_of(names.begin(), names.end(), [&](const auto& name) {
      return find_word(text, name) < text.size();
    });
    if (has_all && may_compare(text)) return true;
  }
  return true;  // not in a function of the GPU
}

// Reports an index if no line of the function compares it with a bound.
void tell_never_compared(const std::string& line, const std::vector<std::string>& lines,
                         const suite::Place& at, suite::Failure& failure) {
  const std::string index = only_index(line);
  if (failure.finding->element.index <= 0 || index.empty() ||
      is_compared_above(lines, statement_at(lines, at.line), index))
    return;
  failure.what.push_back(suite::NeverCompared{index, at});
  static const std::set<suite::Thought> kGeneral = {
      suite::Thought::index_of_access, suite::Thought::loop_condition, suite::Thought::last_index};
  if (kGeneral.count(failure.hint->thought) > 0)
    failure.hint.refine({suite::Thought::bound_of_index, index});
}

void tell_condition(const std::vector<std::string>& lines, const std::string& file,
                    suite::Failure& failure) {
  const auto& finding = failure.finding;
  const bool is_outside = finding && finding->kind == Kind::out_of_bounds && finding->file == file;
  const int first = is_outside ? statement_at(lines, finding->line) : 0;
  if (first == 0 || finding->element.array.empty()) return;
  const std::string& line = lines[first - 1];
  const suite::Place at{file, finding->line};
  if (finding->element.index == -1 && subtracts_one(line, finding->element.array) &&
      (failure.hint->thought == suite::Thought::unmatched_index ||
       failure.hint->thought == suite::Thought::no_strongest_neighbor))
    failure.hint.refine({suite::Thought::first_index});
  if (const char sign = sign_before(line, finding->element.array); sign != 0)
    failure.what.push_back(suite::BothSides{at, sign});
  if (const std::string index = tested_after(line, finding->element.array); !index.empty())
    failure.what.push_back(suite::TestedAfter{index, at});
  if (const std::string index = uncompared_index(line, finding->element.array); !index.empty()) {
    failure.what.push_back(suite::NotCompared{index, finding->element.array, at});
    failure.hint.propose(
        suite::Hint{suite::Thought::bound_of_index, index}.from(suite::Ground::cause));
    return;
  }
  tell_never_compared(line, lines, at, failure);
}

}  // namespace

int only_return_of(const std::vector<std::string>& lines, const std::string& function) {
  const int defined = definition_of(lines, function);
  const int first = defined > 0 ? defined : lambda_of(lines, function);
  int found = 0, open = 0;
  bool is_inside = false;
  for (int line = first; line > 0 && line <= static_cast<int>(lines.size()); line++) {
    const std::string& text = lines[line - 1];
    const bool is_lambda = has(text, "[=]") || has(text, "[&]") || has(text, "[]");
    if (is_lambda && (defined > 0 || line != first)) return 0;  // the lambda may contain the return
    if (has_name(text, "return")) {
      if (found > 0) return 0;
      found = line;
    }
    for (const char c : text) {
      open += (c == '{') - (c == '}');
      is_inside |= c == '{';
    }
    if ((is_inside && open <= 0) || (!is_inside && has(text, ";"))) break;
  }
  const bool is_long_lambda = defined == 0 && found != first;
  return is_long_lambda ? 0 : found;
}

void tell_kernel_source(const std::vector<SourceFile>& files, suite::Failure& failure) {
  for (const SourceFile& file : files) {
    const std::vector<std::string> lines = source_lines(file.path);
    tell_declaration(lines, short_path(file.path), failure);
    tell_shared_array(lines, short_path(file.path), failure);
    tell_condition(lines, short_path(file.path), failure);
  }
}

}  // namespace handshake::check
