// Compares calls with definitions. See kernel_calls.hpp.
#include "check/kernel_calls.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check/source_facts.hpp"
#include "check/source_words.hpp"
#include "suite/repair_hint.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

// The position after the parenthesis that closes the one at `open`; npos: it is not in this text.
size_t end_of_list(const std::string& text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); at++) {
    depth += (text[at] == '(' || text[at] == '[') - (text[at] == ')' || text[at] == ']');
    if (depth == 0) return at + 1;
  }
  return std::string::npos;
}

// The parts of "(a, b[1, 2], c)".
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t at = 1; at + 1 < list.size(); at++) {
    const char c = list[at];
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

// The place at which the word begins, at or after `from`; npos: the word is not in the text.
size_t find_word(const std::string& text, const std::string& word, size_t from = 0) {
  for (size_t at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !is_name_letter(text[at - 1]);
    if (begins && (end == text.size() || !is_name_letter(text[end]))) return at;
  }
  return std::string::npos;
}

// The line together with the lines after it, up to the end of a list that begins in the line.
std::string with_rest(const Lines& lines, int line) {
  constexpr int kMostLines = 4;
  std::string text;
  for (int l = line; l <= static_cast<int>(lines.size()) && l < line + kMostLines; l++) {
    text += (text.empty() ? "" : " ") + trimmed(without_comment(lines[l - 1]));
    if (std::count(text.begin(), text.end(), '(') <= std::count(text.begin(), text.end(), ')'))
      break;
  }
  return text;
}

// ---- arguments in another order

struct Function {
  int line = 0;
  std::vector<std::string> parameters;
};

// The functions of the GPU that are defined once in these lines.
std::map<std::string, Function> functions_of(const Lines& lines) {
  std::map<std::string, Function> functions;
  std::set<std::string> several;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    if (!has(lines[line - 1], "__device__")) continue;
    const std::string text = with_rest(lines, line);
    const size_t open = text.find('('),
                 end = open == std::string::npos ? open : end_of_list(text, open);
    const std::vector<std::string> calls =
        calls_in(text.substr(0, std::min(text.size(), open + 1)));
    if (end == std::string::npos || calls.empty()) continue;
    Function function{line, {}};
    for (const std::string& part : parts_of(text.substr(open, end - open))) {
      const std::vector<std::string> names = names_in(part.substr(0, part.find('=')));
      function.parameters.push_back(names.empty() ? "" : names.back());
    }
    if (!functions.emplace(calls.front(), function).second) several.insert(calls.front());
  }
  for (const std::string& name : several) functions.erase(name);
  return functions;
}

// The arguments of the first call of the function in the text; empty: there is none.
std::vector<std::string> arguments_of(const std::string& text, const std::string& function) {
  const size_t at = find_word(text, function);
  const size_t open = at == std::string::npos ? at : at + function.size();
  if (open == std::string::npos || open >= text.size() || text[open] != '(') return {};
  const size_t end = end_of_list(text, open);
  if (end == std::string::npos) return {};
  return parts_of(text.substr(open, end - open));
}

// Two parameters whose names are passed as arguments, but in the other order.
std::optional<std::pair<std::string, std::string>> crossed(
    const std::vector<std::string>& parameters, const std::vector<std::string>& arguments) {
  if (parameters.size() != arguments.size()) return std::nullopt;
  for (size_t i = 0; i < parameters.size(); i++)
    for (size_t j = i + 1; j < parameters.size(); j++)
      if (!arguments[i].empty() && arguments[i] != arguments[j] && arguments[i] == parameters[j] &&
          arguments[j] == parameters[i])
        return std::make_pair(arguments[i], arguments[j]);
  return std::nullopt;
}

// Reports a call with crossed arguments. If the function has several calls with crossed arguments,
// or a call without them, nothing is reported: perhaps the function is called for both directions
// of something.
void tell_crossed(const Lines& lines, const std::string& file, const std::string& name,
                  const Function& function, suite::Failure& failure) {
  std::optional<suite::CrossedArguments> told;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    if (line == function.line) continue;
    const std::vector<std::string> arguments = arguments_of(with_rest(lines, line), name);
    if (arguments.empty() || !has(without_comment(lines[line - 1]), name + "(")) continue;
    const auto both = crossed(function.parameters, arguments);
    if (!both || told) return;
    told = suite::CrossedArguments{
        name, both->first, both->second, {file, line}, {file, function.line}};
  }
  if (!told) return;
  add_sure_place(failure, told->called);
  add_sure_place(failure, told->at);
  failure.what.push_back(*told);
  failure.hint = suite::Hint{suite::Thought::order_of_arguments}.from(suite::Ground::cause);
}

// If a change of the order of two arguments makes the kernel right: shows the definition of the
// function.
void tell_definition_of_called(const Lines& lines, const std::string& file,
                               const std::map<std::string, Function>& functions,
                               suite::Failure& failure) {
  std::vector<suite::Repair> changed;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const repairs = fact.get<suite::Repairs>()) changed = repairs->repairs;
  for (const suite::Repair& repair : changed) {
    const bool is_here = repair.change == "arguments" && repair.at.file == file &&
                         repair.at.line >= 1 && repair.at.line <= static_cast<int>(lines.size());
    if (!is_here) continue;
    for (const std::string& name : calls_in(without_comment(lines[repair.at.line - 1]))) {
      const auto function = functions.find(name);
      if (function == functions.end() || function->second.line == repair.at.line) continue;
      const suite::Place at{file, function->second.line};
      add_sure_place(failure, at);
      failure.what.push_back(suite::DefinedAt{name, repair.at, at});
    }
  }
}

// ---- macros without parentheses

struct Macro {
  int line = 0;
  std::vector<std::string> parameters;
  std::string body;
};

// How tightly an operator binds; 0: `sign` is not an operator.
int strength_of(const std::string& sign) {
  static const std::map<std::string, int> strengths = {
      {"?", 1},  {"||", 2}, {"&&", 3}, {"==", 7}, {"!=", 7}, {"<", 8},  {">", 8},  {"<=", 8},
      {">=", 8}, {"<<", 9}, {">>", 9}, {"+", 10}, {"-", 10}, {"*", 11}, {"/", 11}, {"%", 11}};
  const auto found = strengths.find(sign);
  return found == strengths.end() ? 0 : found->second;
}

bool ends_operand(const std::string& text) {
  return !text.empty() && (is_name_letter(text.back()) || text.back() == ')' || text.back() == ']');
}

// The operator at the beginning of the text; empty: there is none, or an assignment.
std::string sign_at(const std::string& text, size_t at) {
  const std::string two = text.substr(at, 2), one = text.substr(at, 1);
  if (two == "->" || (two.size() == 2 && two[1] == '=' && strength_of(two) == 0)) return "";
  return strength_of(two) > 0 ? two : strength_of(one) > 0 ? one : "";
}

// The strength of the operator that binds most loosely, among the operators outside of all
// parentheses; 0: there is none.
int loosest_in(const std::string& text) {
  int depth = 0, loosest = 0;
  for (size_t at = 0; at < text.size(); at++) {
    depth += (text[at] == '(' || text[at] == '[') - (text[at] == ')' || text[at] == ']');
    const std::string sign = depth == 0 ? sign_at(text, at) : "";
    const bool is_binary = ends_operand(trimmed(text.substr(0, at)));
    const int strength = is_binary ? strength_of(sign) : 0;
    if (strength > 0 && (loosest == 0 || strength < loosest)) loosest = strength;
    if (!sign.empty()) at += sign.size() - 1;
  }
  return loosest;
}

// An operator next to the text `inner` that is applied to only a part of this text. `is_before`:
// the operator is before the text.
struct Tearing {
  std::string sign;
  bool is_before;
};
std::optional<Tearing> torn(const std::string& before, const std::string& inner,
                            const std::string& after) {
  const int loosest = loosest_in(inner);
  if (loosest == 0) return std::nullopt;
  const std::string left = trimmed(before), right = trimmed(after);
  const std::string next = right.empty() ? "" : sign_at(right, 0);
  if (!next.empty() && loosest < strength_of(next)) return Tearing{next, false};
  if (left.empty()) return std::nullopt;
  const std::string last = left.substr(left.size() - 1);
  if (last == "!") return Tearing{last, true};
  if (!is_one_of(last, {"+", "-", "*", "/", "%"}) || begins_with(inner, "-")) return std::nullopt;
  const bool is_binary = ends_operand(trimmed(left.substr(0, left.size() - 1)));
  if (!is_binary) return std::nullopt;
  const int strength = strength_of(last);
  const bool is_one_way = is_one_of(last, {"-", "/", "%"});  // a - (b - c) is not a - b - c
  return loosest < strength || (is_one_way && loosest == strength)
             ? std::optional(Tearing{last, true})
             : std::nullopt;
}

// The macros of one line whose text is an expression.
std::map<std::string, Macro> macros_of(const Lines& lines) {
  std::map<std::string, Macro> macros;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::string text = trimmed(without_comment(lines[line - 1]));
    if (!begins_with(text, "#define ") || ends_with(text, "\\")) continue;
    const std::string rest = trimmed(text.substr(8));
    size_t end = 0;
    while (end < rest.size() && is_name_letter(rest[end])) end++;
    Macro macro{line, {}, ""};
    const std::string name = rest.substr(0, end);
    if (end < rest.size() && rest[end] == '(') {
      const size_t close = end_of_list(rest, end);
      if (close == std::string::npos) continue;
      macro.parameters = parts_of(rest.substr(end, close - end));
      end = close;
    }
    macro.body = trimmed(rest.substr(end));
    const bool is_expression = macro.body.find_first_of(";{}#\"'") == std::string::npos &&
                               !has(macro.body, "_cast") && !has(macro.body, " = ");
    if (is_expression && !macro.body.empty()) macros[name] = macro;
  }
  return macros;
}

// Looks for an argument that is torn apart in the text of the macro: 2 * i for the argument x + 1.
std::optional<suite::TornMacro> torn_argument(const Macro& macro,
                                              const std::vector<std::string>& arguments) {
  for (size_t p = 0; p < std::min(macro.parameters.size(), arguments.size()); p++) {
    const std::string& name = macro.parameters[p];
    for (size_t at = name.empty() ? std::string::npos : find_word(macro.body, name);
         at != std::string::npos; at = find_word(macro.body, name, at + 1))
      if (const auto tearing =
              torn(macro.body.substr(0, at), arguments[p], macro.body.substr(at + name.size())))
        return suite::TornMacro{"", arguments[p], tearing->sign, tearing->is_before, {}, {}};
  }
  return std::nullopt;
}

// Reports the first use of the macro in this line in which its text is torn apart.
std::optional<suite::TornMacro> torn_use(const std::string& line, const std::string& name,
                                         const Macro& macro) {
  for (size_t at = find_word(line, name); at != std::string::npos;
       at = find_word(line, name, at + 1)) {
    size_t end = at + name.size();
    std::vector<std::string> arguments;
    if (!macro.parameters.empty()) {
      const size_t close =
          end < line.size() && line[end] == '(' ? end_of_list(line, end) : std::string::npos;
      if (close == std::string::npos) continue;
      arguments = parts_of(line.substr(end, close - end));
      end = close;
    }
    if (const auto tearing = torn(line.substr(0, at), macro.body, line.substr(end)))
      return suite::TornMacro{"", "", tearing->sign, tearing->is_before, {}, {}};
    if (auto argument = torn_argument(macro, arguments)) return argument;
  }
  return std::nullopt;
}

void tell_torn_macro(const Lines& lines, const std::string& file, suite::Failure& failure) {
  const std::map<std::string, Macro> macros = macros_of(lines);
  for (int line = 1; line <= static_cast<int>(lines.size()) && !macros.empty(); line++) {
    const std::string text = without_comment(lines[line - 1]);
    if (begins_with(trimmed(text), "#")) continue;
    for (const auto& [name, macro] : macros) {
      auto fact = torn_use(text, name, macro);
      if (!fact) continue;
      fact->name = name;
      fact->used = {file, line};
      fact->at = {file, macro.line};
      add_sure_place(failure, fact->used);
      add_sure_place(failure, fact->at);
      failure.what.push_back(*fact);
      failure.hint = suite::Hint{suite::Thought::text_of_macro}.from(suite::Ground::cause);
      return;
    }
  }
}

}  // namespace

void tell_calls(const Lines& lines, const std::string& file, suite::Failure& failure) {
  const std::map<std::string, Function> functions = functions_of(lines);
  for (const auto& [name, function] : functions) tell_crossed(lines, file, name, function, failure);
  if (!suite::has_fact<suite::CrossedArguments>(failure))
    tell_definition_of_called(lines, file, functions, failure);
  tell_torn_macro(lines, file, failure);
}

}  // namespace handshake::check
