// Compares the arguments of calls with the parameters of the called functions.
#include "check/kernel_calls.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check/source_facts.hpp"
#include "check/source_text.hpp"
#include "check/source_words.hpp"
#include "suite/repair_hint.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

struct Function {
  int line = 0;
  std::vector<std::string> parameters;
};

// The __device__ functions that these lines define exactly once.
std::map<std::string, Function> functions_of(const Lines& lines) {
  std::map<std::string, Function> functions;
  std::set<std::string> several;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    if (!has(lines[line - 1], "__device__")) continue;
    const std::string& text = lines[line - 1];
    const size_t open = text.find('('),
                 end = open == std::string::npos ? open : end_of_list(text, open);
    const std::vector<std::string> calls =
        calls_in(text.substr(0, std::min(text.size(), open + 1)));
    if (end == std::string::npos || calls.empty()) continue;
    Function function{line, {}};
    for (const std::string& part : parts_of(text.substr(open + 1, end - open - 2))) {
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
  return parts_of(text.substr(open + 1, end - open - 2));
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

// Reports a call with crossed arguments: two arguments with the names of two parameters, but in the
// other order. If the function is called in another line as well, nothing is reported, because
// perhaps both orders are intended. Comparisons are not reported either: `if (is_less(b, a))`.
void tell_crossed(const Lines& lines, const std::string& file, const std::string& name,
                  const Function& function, suite::Failure& failure) {
  const bool is_comparison =
      function.parameters.size() == 2 && has(lines[function.line - 1], "bool " + name + "(");
  if (is_comparison) return;
  std::optional<suite::CrossedArguments> told;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    if (line == function.line) continue;
    const std::vector<std::string> arguments = arguments_of(lines[line - 1], name);
    if (arguments.empty()) continue;
    const auto both = crossed(function.parameters, arguments);
    if (!both || told) return;
    told = suite::CrossedArguments{
        name, both->first, both->second, {file, line}, {file, function.line}};
  }
  if (!told) return;
  add_sure_place(failure, told->called);
  add_sure_place(failure, told->at);
  failure.what.push_back(*told);
  failure.hint.propose(suite::Hint{suite::Thought::order_of_arguments}.from(suite::Ground::cause));
}

// If the kernel is right when two arguments of a call are exchanged: shows the definition of the
// called function.
void tell_definition_of_called(const Lines& lines, const std::string& file,
                               const std::map<std::string, Function>& functions,
                               suite::Failure& failure) {
  std::vector<suite::Repair> changed;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const repairs = fact.get<suite::Repairs>()) changed = repairs->repairs;
  for (const suite::Repair& repair : changed) {
    const bool is_here = repair.change == "arguments" && repair.at.file == file;
    const int line = is_here ? statement_at(lines, repair.at.line) : 0;
    if (line == 0) continue;
    for (const std::string& name : calls_in(lines[line - 1])) {
      const auto function = functions.find(name);
      if (function == functions.end() || function->second.line == line) continue;
      const suite::Place at{file, function->second.line};
      add_sure_place(failure, at);
      failure.what.push_back(suite::DefinedAt{name, repair.at, at});
    }
  }
}

}  // namespace

void tell_calls(const Lines& lines, const std::string& file, suite::Failure& failure) {
  const std::map<std::string, Function> functions = functions_of(lines);
  for (const auto& [name, function] : functions) tell_crossed(lines, file, name, function, failure);
  if (!suite::has_fact<suite::CrossedArguments>(failure))
    tell_definition_of_called(lines, file, functions, failure);
}

}  // namespace handshake::check
