// Looks for functions and classes in onewaywrapper.cu. See wrapper_functions.hpp.
#include "check/wrapper_functions.hpp"

#include <algorithm>

#include "check/source_text.hpp"
#include "check/source_words.hpp"
#include "suite/wrapper_failure.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

int last_of(const Lines& lines) {
  return static_cast<int>(lines.size());
}

// The last line of the block that begins in line `first`.
int end_of_block(const Lines& lines, int first) {
  int open = 0;
  bool has_begun = false;
  for (int line = first; line <= last_of(lines); line++) {
    for (const char c : lines[line - 1]) {
      open += (c == '{') - (c == '}');
      has_begun |= c == '{';
    }
    if (has_begun ? open <= 0 : has(lines[line - 1], ";")) return line;
  }
  return last_of(lines);
}

// The only line in the range that contains one of these words; 0: there is none, or more than one.
int only_line_with(const Lines& lines, int first, int last, std::vector<std::string> words) {
  int found = 0;
  for (int line = first; line <= std::min(last, last_of(lines)); line++) {
    const std::string& text = lines[line - 1];
    const bool is_one = std::any_of(words.begin(), words.end(),
                                    [&](const std::string& word) { return has(text, word); });
    if (is_one && found > 0) return 0;
    if (is_one) found = line;
  }
  return found;
}

// The class whose destructor contains this line; empty: there is none.
std::string class_destroyed_at(const Lines& lines, int at) {
  constexpr int kMostAbove = 4;
  for (int line = at; line >= std::max(1, at - kMostAbove); line--) {
    const std::string& text = lines[line - 1];
    const size_t sign = text.find('~');
    if (sign == std::string::npos || end_of_block(lines, line) < at) continue;
    const size_t end =
        std::find_if_not(text.begin() + sign + 1, text.end(), is_name_letter) - text.begin();
    return end < text.size() && text[end] == '(' ? text.substr(sign + 1, end - sign - 1) : "";
  }
  return "";
}

// Whether the copy or move function that begins in this line leaves the pointer in only one of the
// two objects. For example, the function sets the pointer of the other object to nullptr.
bool takes_away(const Lines& lines, int line) {
  const int end = end_of_block(lines, line);
  for (int at = line; at <= end; at++)
    for (const char* word :
         {"nullptr", "exchange", "swap", "NULL", " = 0", "cudaMalloc", "std::move"})
      if (has(lines[at - 1], word)) return true;
  return false;
}

// Constructors and assignment operators that copy or move an object of the class.
struct Copies {
  int line = 0;             // of the first of them that leaves the pointer in both objects; 0: none
  bool are_others = false;  // whether there is one that may be right
};

Copies copies_of(const Lines& lines, const std::string& name) {
  Copies copies;
  for (int line = 1; line <= last_of(lines); line++) {
    const std::string& text = lines[line - 1];
    const bool is_copy = has(text, name + "(const " + name + "&") ||
                         has(text, name + "(" + name + "&") || has(text, "operator=(");
    if (!is_copy) continue;
    const bool is_kept = !has(text, "= delete") && !has(text, "= default") &&
                         !has(text, "operator=(") && !takes_away(lines, line);
    if (is_kept && copies.line == 0) copies.line = line;
    copies.are_others |= !is_kept;
  }
  return copies;
}

// The line with a parameter that passes an object of the class by value; 0: there is none, or more
// than one.
int by_value(const Lines& lines, const std::string& name) {
  int found = 0;
  for (int line = 1; line <= last_of(lines); line++) {
    const std::string& text = lines[line - 1];
    for (const std::string& before : {"(" + name + " ", ", " + name + " "}) {
      const size_t at = text.find(before);
      const size_t next = at + before.size();
      if (at == std::string::npos || next >= text.size() || !is_name_letter(text[next])) continue;
      if (found > 0) return 0;
      found = line;
    }
  }
  return found;
}

// The line that freed an array, if the array was used or freed again after that; 0: the failure is
// of another kind.
int freed_too_early(const suite::Failure& failure) {
  for (const suite::Fact& fact : failure.what) {
    const auto* const call = fact.get<suite::BadMemoryCall>();
    if (call && call->event.freed_line > 0) return call->event.freed_line;
    const auto* const array = fact.get<suite::Allocated>();
    if (array && array->was_freed) return array->lines.freed;
  }
  return 0;
}

void tell_owner(const WrapperOptions& options, suite::Failure& failure) {
  const int freed = freed_too_early(failure);
  const Lines lines = source_lines(options.source);
  const std::string name = class_destroyed_at(lines, statement_at(lines, freed));
  if (name.empty()) return;
  failure.hint.propose(suite::Hint{suite::Thought::owner_ended}.from(suite::Ground::steps));
  const Copies copies = copies_of(lines, name);
  if (copies.are_others && copies.line == 0) return;
  const int copied = copies.line > 0 ? copies.line : by_value(lines, name);
  if (copied == 0) return;
  const suite::Place at{options.source, copied};
  add_sure_place(failure, at);
  failure.what.push_back(suite::OwnerCopied{name, at, {options.source, freed}, copies.line == 0});
  failure.hint.propose(suite::Hint{suite::Thought::owner_copied}.from(suite::Ground::steps));
}

// The line in which the student's function of this name begins; 0: there is none, or more than one.
int beginning_of(const Lines& lines, const std::string& function) {
  int found = 0;
  for (int line = 1; line <= last_of(lines); line++) {
    const std::string& text = lines[line - 1];
    const bool is_lambda = has(text, function + " = [");
    const size_t at = text.find(function + "(");
    const bool is_function = at != std::string::npos && at > 0 && text[at - 1] == ' ' &&
                             !has(text, ";") && !has(text, " = ") && !has(text, "return ");
    if (!is_lambda && !is_function) continue;
    if (found > 0) return 0;
    found = line;
  }
  return found;
}

// An array may get no values although it is passed to a function of the student that copies values.
// In this case, reports the copy in this function, and the condition or loop around the copy.
void tell_copy_of_function(const WrapperOptions& options, suite::Failure& failure) {
  std::string variable;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const array = fact.get<suite::Allocated>())
      if (array->lines.filled == 0 && array->lines.is_managed == 0 && !array->was_freed)
        variable = array->variable;
  if (variable.empty() || failure.hint->thought != suite::Thought::fresh_memory) return;
  const Lines lines = source_lines(options.source);
  for (const auto& [first, last] : options.students_lines) {
    for (int line = first; line <= std::min(last, last_of(lines)); line++) {
      const std::string& text = lines[line - 1];
      if (!has(text, "(" + variable + ",")) continue;
      const std::vector<std::string> calls = calls_in(text.substr(0, text.find(variable)));
      const int begin = calls.empty() ? 0 : beginning_of(lines, calls.back());
      const int copy = begin == 0 ? 0
                                  : only_line_with(lines, begin, end_of_block(lines, begin),
                                                   {"cudaMemcpy", "cudaMemset"});
      const int decides = copy == 0 ? 0 : deciding_line(lines, copy);
      if (decides <= begin || decides == copy) continue;
      add_sure_place(failure, {options.source, line});
      add_sure_place(failure, {options.source, decides});
      add_sure_place(failure, {options.source, copy});
      failure.what.push_back(suite::CopyOfFunction{calls.back(),
                                                   variable,
                                                   {options.source, line},
                                                   {options.source, copy},
                                                   {options.source, decides}});
      failure.hint.refine({suite::Thought::loop_of_copy});
      return;
    }
  }
}

// The function that gets the variable, or its address, as an argument in this line; empty: none.
std::string function_that_gets(const std::string& line, const std::string& variable) {
  for (const std::string& before : {"(" + variable, "(&" + variable}) {
    const size_t at = line.find(before), end = at + before.size();
    if (at == std::string::npos || end >= line.size() || is_name_letter(line[end])) continue;
    const std::vector<std::string> calls = calls_in(line.substr(0, at + 1));
    return calls.empty() ? "" : calls.back();
  }
  return "";
}

// If a function of the student allocates the array that the failure is about, and exactly one line
// passes the array's pointer to this function, reports this line.
void tell_helper_call(const WrapperOptions& options, suite::Failure& failure) {
  int made = 0;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const array = fact.get<suite::Allocated>())
      if (array->variable == failure.given_variable) made = array->lines.made;
  if (made == 0 || failure.given_variable.empty()) return;
  const Lines lines = source_lines(options.source);
  int found = 0;
  for (const auto& [first, last] : options.students_lines)
    for (int line = first; line <= std::min(last, last_of(lines)); line++) {
      const std::string function = function_that_gets(lines[line - 1], failure.given_variable);
      const int begin = function.empty() ? 0 : beginning_of(lines, function);
      if (begin == 0 || made < begin || made > end_of_block(lines, begin)) continue;
      if (found > 0) return;
      found = line;
    }
  if (found == 0) return;
  const suite::Place at{options.source, found};
  add_sure_place(failure, at);
  failure.what.push_back(suite::PointerWithoutMemory{failure.given_variable, at, true});
}

// Reports an event that the program recorded too early: other work waits for this event, but the
// work that has to end first was started later.
void tell_event(const WrapperOptions& options, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || finding->kind != Kind::not_waited_for) return;
  const Lines lines = source_lines(options.source);
  const int recorded = only_line_with(lines, 1, last_of(lines), {"cudaEventRecord("});
  const int waits = only_line_with(lines, 1, last_of(lines), {"cudaStreamWaitEvent("});
  if (recorded == 0 || waits == 0 || recorded > finding->other_line) return;
  add_sure_place(failure, {options.source, recorded});
  add_sure_place(failure, {options.source, waits});
  failure.what.push_back(suite::EventTooEarly{{options.source, recorded}, {options.source, waits}});
  failure.hint.propose(suite::Hint{suite::Thought::work_before_event}.from(suite::Ground::steps));
}

// If an array holds the values of another array of the graph: shows the line that names both
// arrays.
void tell_other_array(const WrapperOptions& options, suite::Failure& failure) {
  const Lines lines = source_lines(options.source);
  for (const suite::Fact& fact : failure.what) {
    const auto* const other = fact.get<suite::HoldsOther>();
    if (!other) continue;
    int found = 0;
    for (const auto& [first, last] : options.students_lines)
      for (int line = first; line <= std::min(last, last_of(lines)); line++) {
        const std::string& text = lines[line - 1];
        if (!has_name(text, other->variable) || !has(text, "graph." + other->array)) continue;
        if (found > 0) return;
        found = line;
      }
    if (found == 0) return;
    add_sure_place(failure, {options.source, found});
    if (failure.hint->thought == suite::Thought::set_by_cpu)
      failure.hint.refine({suite::Thought::filled_with});
    return;
  }
}

}  // namespace

void tell_own_functions(const WrapperOptions& options, suite::Failure& failure) {
  tell_helper_call(options, failure);
  tell_owner(options, failure);
  tell_copy_of_function(options, failure);
  tell_event(options, failure);
  tell_other_array(options, failure);
}

}  // namespace handshake::check
