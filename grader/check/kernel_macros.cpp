// Looks for missing parentheses in macros: if i is x + 1, then 2 * i becomes 2 * x + 1, where `2 *`
// is applied to only a part of x + 1.
#include "check/kernel_macros.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "check/source_facts.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

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

// The operator at position `at` of the text; empty: there is none, or it is an assignment.
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

// An operator that is next to the text `inner`, but is applied to only a part of this text, such as
// the `*` of `2 * x + 1` if `inner` is `x + 1`. `is_before`: the operator is before the text.
struct Tearing {
  std::string sign;
  bool is_before;
  std::optional<std::string> argument = {};
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
  const bool is_one_way = is_one_of(last, {"-", "/", "%"});  // a - (b - c) != a - b - c
  return loosest < strength || (is_one_way && loosest == strength)
             ? std::optional(Tearing{last, true})
             : std::nullopt;
}

// The macros whose text is an expression.
std::map<std::string, Macro> macros_of(const SourceOutline& file) {
  std::map<std::string, Macro> macros;
  for (const Definition& one : file.definitions()) {
    if (one.kind != Definition::Kind::macro) continue;
    Macro macro{one.line, {}, one.text};
    if (begins_with(one.text, "(")) {
      const size_t close = end_of_list(one.text, 0);
      if (close == std::string::npos) continue;
      macro.parameters = parts_of(one.text.substr(1, close - 2));
      macro.body = one.text.substr(close);
    }
    macro.body = trimmed(macro.body);
    const bool is_expression = macro.body.find_first_of(";{}#\"'") == std::string::npos &&
                               !has(macro.body, "_cast") && !has(macro.body, " = ");
    if (is_expression && !macro.body.empty()) macros[one.name] = macro;
  }
  return macros;
}

// Looks for an argument that is torn apart in the text of the macro: if i is x + 1, then 2 * i
// becomes 2 * x + 1.
std::optional<Tearing> torn_argument(const Macro& macro,
                                     const std::vector<std::string>& arguments) {
  for (size_t p = 0; p < std::min(macro.parameters.size(), arguments.size()); p++) {
    const std::string& name = macro.parameters[p];
    for (size_t at = name.empty() ? std::string::npos : find_word(macro.body, name);
         at != std::string::npos; at = find_word(macro.body, name, at + 1))
      if (const auto tearing =
              torn(macro.body.substr(0, at), arguments[p], macro.body.substr(at + name.size())))
        return Tearing{tearing->sign, tearing->is_before, arguments[p]};
  }
  return std::nullopt;
}

// Looks in this line for uses of the macro. Returns the first use with this fault: an operator is
// applied to only a part of the macro's text or of an argument.
std::optional<Tearing> torn_use(const std::string& line, const std::string& name,
                                const Macro& macro) {
  for (size_t at = find_word(line, name); at != std::string::npos;
       at = find_word(line, name, at + 1)) {
    size_t end = at + name.size();
    std::vector<std::string> arguments;
    if (!macro.parameters.empty()) {
      const size_t close =
          end < line.size() && line[end] == '(' ? end_of_list(line, end) : std::string::npos;
      if (close == std::string::npos) continue;
      arguments = parts_of(line.substr(end + 1, close - end - 2));
      end = close;
    }
    if (const auto tearing = torn(line.substr(0, at), macro.body, line.substr(end))) return tearing;
    if (auto argument = torn_argument(macro, arguments)) return argument;
  }
  return std::nullopt;
}

}  // namespace

void tell_torn_macro(const SourceOutline& file, suite::Failure& failure) {
  const std::map<std::string, Macro> macros = macros_of(file);
  for (size_t s = 0; s < file.statements().size(); s++)
    for (const auto& [name, macro] : macros) {
      const auto tearing = torn_use(file.statements()[s].text, name, macro);
      if (!tearing) continue;
      const suite::Place used = file.place(static_cast<int>(s)), at{file.file(), macro.line};
      failure.what.push_back({suite::Told{"torn_macro",
                                          {{"name", name},
                                           {"used", used},
                                           {"at", at},
                                           {"argument", suite::slot(tearing->argument)},
                                           {"sign", tearing->sign},
                                           {"before", tearing->is_before}}},
                              suite::Sure::cause,
                              {used, at}});
      failure.hint.propose(suite::Hint{"text_of_macro"}.from(suite::Sure::cause));
      return;
    }
}

}  // namespace handshake::check
