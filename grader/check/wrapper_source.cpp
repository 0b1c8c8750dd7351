// Looks for lines of onewaywrapper.cu that explain a failure. See wrapper_source.hpp.
#include "check/wrapper_source.hpp"

#include <algorithm>
#include <set>

#include "check/source_text.hpp"
#include "check/source_words.hpp"
#include "check/telling_lines.hpp"

namespace handshake::check {

using suite::Verdict;

namespace {

// Finds an array that has no values yet when a line of the student (not of the given code) copies
// it to the CPU.
std::optional<suite::CopiedUnfilled> copied_unfilled(const WrapperOptions& options,
                                                     const suite::Failure& failure) {
  for (const suite::ArrayLife& array : failure.memory) {
    const bool is_scratch = array.variable.compare(0, 4, "temp") == 0;
    if (!is_scratch && array.filled == 0 &&
        is_students(array.copied_unfilled, options.students_lines))
      return suite::CopiedUnfilled{array.variable, {}};
  }
  return std::nullopt;
}

std::optional<suite::Place> decision_at(const std::string& source, int at) {
  const int line = deciding_line(source_lines(source), at);
  return line > 0 ? std::optional(suite::Place{source, line}) : std::nullopt;
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Shows the condition that decides whether the program reaches the line in which it ended.
void tell_what_ends(const WrapperOptions& options, suite::Failure& failure) {
  for (suite::Fact& fact : failure.what) {
    if (!fact.get<suite::ProgramEnded>()) continue;
    suite::ProgramEnded ended = *fact.get<suite::ProgramEnded>();
    if (file_name(ended.at.file) != file_name(options.source)) return;
    ended.decision = decision_at(options.source, ended.at.line);
    if (ended.decision) add_place(failure, *ended.decision);
    fact = ended;
    return;
  }
}

int line_of_copy(const suite::Failure& failure, const std::string& variable) {
  for (const suite::ArrayLife& array : failure.memory)
    if (array.variable == variable) return array.copied_unfilled;
  return 0;
}

// Removes facts about arrays other than `variable`, the unfilled array. The first wrong array may
// be another array, because the CPU may have computed its values from the unfilled array.
void leave_out_others(const std::string& variable, suite::Failure& failure) {
  const auto is_other = [&](const suite::Fact& fact) {
    const auto* const array = fact.get<suite::Allocated>();
    return array && array->variable != variable;
  };
  const auto others = std::remove_if(failure.what.begin(), failure.what.end(), is_other);
  if (others == failure.what.end()) return;
  failure.what.erase(others, failure.what.end());
  failure.places.clear();
}

// Whether the line names the variable or its address.
bool mentions(std::string line, const std::string& variable) {
  std::replace(line.begin(), line.end(), '&', ' ');
  return has_name(line, variable);
}

// If the leaked memory belongs to pointers that only the student uses, changes the hint. The given
// code swaps the pointers in kSwapped between passes, but never the student's own pointers.
void tell_leak_of_own_pointer(const WrapperOptions& options, suite::Failure& failure) {
  static const std::set<std::string> kSwapped = {
      "src_gpu", "dst_gpu", "weight_gpu", "temp1_gpu", "temp2_gpu", "temp3_gpu", "temp4_gpu"};
  if (failure.hint->thought != suite::Thought::never_freed) return;
  for (const suite::Fact& fact : failure.what) {
    const auto* const leak = fact.get<suite::Leaked>();
    if (!leak) continue;
    const std::vector<int>& made = failure.allocating;
    const bool are_own = std::all_of(leak->lines.begin(), leak->lines.end(), [&](int line) {
      const std::string text = statement_in(options.source, line);
      const bool is_swapped = std::any_of(kSwapped.begin(), kSwapped.end(),
                                          [&](const auto& name) { return mentions(text, name); });
      return !is_swapped && std::count(made.begin(), made.end(), line) == 1;
    });
    if (are_own) failure.hint.refine({suite::Thought::freed_as_often});
  }
}

// The variable x of cudaMalloc(&x, ...); empty if there is none.
std::string given_address(const std::string& line) {
  const size_t first = line.find_first_not_of(" &", line.find('&'));
  if (line.find('&') == std::string::npos || first == std::string::npos) return "";
  return {line.begin() + first, std::find_if_not(line.begin() + first, line.end(), is_name_letter)};
}

// Finds the pointer that the fault is about, if memory is freed twice, or if the given code copies
// to or from a GPU array that is too short or has no memory. The pointer is the leftmost
// variable in the line of the finding that the student's code sets.
void find_given_variable(const WrapperOptions& options, suite::Failure& failure) {
  const auto& finding = failure.finding;
  const bool is_too_long = finding && finding->kind == Kind::copy_past_end;
  const bool has_no_memory =
      finding && finding->kind == Kind::no_memory && finding->other_line == 0;
  const bool is_freed_twice = finding && finding->kind == Kind::bad_free && finding->other_line > 0;
  const bool is_given_code = finding && !is_students(finding->line, options.students_lines);
  if (!is_freed_twice && !(is_given_code && (is_too_long || has_no_memory))) return;
  const std::vector<std::string> lines = source_lines(options.source);
  const int line = statement_at(lines, finding->line);
  if (line == 0) return;
  for (const std::string& name : names_in(lines[line - 1])) {
    const AssignedLine found = find_assignment(lines, name, options.students_lines);
    if (!found.is_students) continue;
    failure.given_variable = name;
    if (is_too_long)
      failure.hint.propose(suite::Hint{suite::Thought::room_of_arrays}.from(suite::Ground::steps));
    return;
  }
}

// Reports the cudaMalloc of the unset pointer if the program did not reach this call.
bool tell_malloc_not_reached(const WrapperOptions& options, suite::Failure& failure) {
  const std::vector<std::string> lines = source_lines(options.source);
  for (int number = 1; number <= static_cast<int>(lines.size()); number++) {
    const std::string& line = lines[number - 1];
    if (!is_students(number, options.students_lines) ||
        line.find("cudaMalloc(") == std::string::npos ||
        given_address(line) != failure.unset_variable)
      continue;
    const std::vector<int>& made = failure.allocating;
    const bool is_reached = std::any_of(
        made.begin(), made.end(), [&](int one) { return statement_at(lines, one) == number; });
    if (is_reached) return false;
    add_place(failure, {options.source, number});
    failure.what.push_back(
        suite::MallocNotReached{failure.unset_variable, {options.source, number}});
    failure.hint.propose(suite::Hint{suite::Thought::frees_not_reached}.from(suite::Ground::steps));
    return true;
  }
  return false;
}

// Whether the line declares the variable as a parameter `T* name`, which is a copy of a pointer.
bool is_copied_parameter(const std::string& line, const std::string& variable) {
  const size_t at = line.find("* " + variable), alone = line.find(" *" + variable);
  const size_t star = at != std::string::npos ? at : alone != std::string::npos ? alone + 1 : at;
  if (star == std::string::npos || star == 0 || line[star - 1] == '*') return false;
  const size_t end = line.find(variable, star) + variable.size();
  return end < line.size() && (line[end] == ',' || line[end] == ')');
}

// The line, at or above `line`, that declares the variable as a copied parameter. 0 if there is
// none, or if the function assigns to the variable or returns it.
int parameter_above(const std::vector<std::string>& lines, int line, const std::string& variable) {
  constexpr int kMostAbove = 12, kMostBelow = 8;
  const int last = std::min(static_cast<int>(lines.size()), line + kMostBelow);
  for (int below = line + 1; below <= last; below++)
    if (has_name(lines[below - 1], "return") && has_name(lines[below - 1], variable)) return 0;
  for (int above = line; above >= std::max(1, line - kMostAbove); above--) {
    if (assigns(lines[above - 1], variable)) return 0;
    if (is_copied_parameter(lines[above - 1], variable)) return above;
  }
  return 0;
}

// The lines that allocated memory, if the address of this memory may be lost.
std::vector<int> lines_of_lost_memory(const suite::Failure& failure) {
  for (const suite::Fact& fact : failure.what)
    if (const auto* const unused = fact.get<suite::UnusedMemory>()) return {unused->at.line};
  const auto& finding = failure.finding;
  const bool is_null = finding && finding->kind == Kind::no_memory && finding->other_line == 0;
  return is_null || !failure.unset_variable.empty() ? failure.allocating : std::vector<int>{};
}

// Reports the parameter whose address is passed to cudaMalloc: the caller does not get the new
// pointer.
void tell_parameter(const WrapperOptions& options, suite::Failure& failure) {
  const std::vector<std::string> lines = source_lines(options.source);
  for (const int lost : lines_of_lost_memory(failure)) {
    const int line = statement_at(lines, lost);
    if (line == 0) continue;
    const std::string variable = given_address(lines[line - 1]);
    const int declared = variable.empty() ? 0 : parameter_above(lines, line, variable);
    if (declared == 0) continue;
    const suite::Place at{options.source, declared};
    add_sure_place(failure, at);
    add_place(failure, {options.source, lost});
    failure.what.push_back(suite::PointerParameter{variable, at});
    failure.hint.propose(suite::Hint{suite::Thought::address_of_memory}.from(suite::Ground::steps));
    return;
  }
}

// The only line above line `before` that assigns to the variable, declares it as a `dim3` or
// defines it as a macro; 0: there is none, or there are several.
int line_of_size(const std::vector<std::string>& lines, const std::string& variable, int before) {
  int found = 0;
  for (int number = 1; number < before; number++) {
    const std::string& line = lines[number - 1];
    const size_t at = line.find("dim3 " + variable);
    const size_t end = at + 5 + variable.size();
    const bool is_made =
        at != std::string::npos && end < line.size() && (line[end] == '(' || line[end] == '{');
    const bool is_macro = line.compare(0, 9 + variable.size(), "#define " + variable + " ") == 0;
    if (!is_made && !is_macro && !assigns(line, variable)) continue;
    if (found > 0) return 0;
    found = number;
  }
  return found;
}

// The first or the second argument between <<< and >>>, if it is a variable.
std::string size_in_launch(const std::string& line, bool is_second) {
  const size_t open = line.find("<<<"), close = line.find(">>>");
  if (open == std::string::npos || close == std::string::npos || close < open) return "";
  std::string inside = line.substr(open + 3, close - open - 3);
  const size_t comma = inside.find(',');
  if (comma == std::string::npos || inside.find('(') != std::string::npos) return "";
  inside = is_second ? inside.substr(comma + 1) : inside.substr(0, comma);
  inside.resize(std::min(inside.size(), inside.find(',')));
  const size_t first = inside.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  inside = inside.substr(first, inside.find_last_not_of(' ') + 1 - first);
  return std::all_of(inside.begin(), inside.end(), is_name_letter) ? inside : "";
}

// If a launch was refused because of the size of its blocks or of its grid, says where the variable
// with this size is set.
void tell_size_of_refused(const WrapperOptions& options, suite::Failure& failure) {
  constexpr long kMostThreads = 1024;
  for (const suite::Fact& fact : failure.what) {
    const auto* const refused = fact.get<suite::LaunchRefused>();
    if (!refused) continue;
    const bool is_of_block = refused->threads == 0 || refused->threads > kMostThreads;
    if (!is_of_block && refused->blocks > 0) return;
    const std::vector<std::string> lines = source_lines(options.source);
    const std::string variable =
        size_in_launch(statement_in(options.source, refused->at.line), is_of_block);
    const int line = variable.empty() ? 0 : line_of_size(lines, variable, refused->at.line);
    if (line == 0) return;
    const suite::Place set{options.source, line};
    add_sure_place(failure, set);
    failure.what.insert(failure.what.begin() + 1, suite::SetAt{variable, refused->at, set});
    return;
  }
}

}  // namespace

void tell_unset_variable(const WrapperOptions& options, suite::Failure& failure) {
  const std::string& source = options.source;
  if (failure.unset_variable.empty() || tell_malloc_not_reached(options, failure)) return;
  const AssignedLine found =
      find_assignment(source_lines(source), failure.unset_variable, options.students_lines);
  if (found.line == 0) return;
  add_place(failure, {source, found.line});
  failure.what.push_back(
      suite::PointerWithoutMemory{failure.unset_variable, {source, found.line}, found.is_students});
}

// If two pieces of one allocation overlap, the first piece may be too short: shows the line that
// sets its pointer.
static void tell_first_piece(const WrapperOptions& options, suite::Failure& failure) {
  std::string variable;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const overlap = fact.get<suite::Overlap>()) variable = overlap->first_variable;
  if (variable.empty() || variable == failure.given_variable) return;
  const AssignedLine found =
      find_assignment(source_lines(options.source), variable, options.students_lines);
  if (!found.is_students) return;
  const suite::Place at{options.source, found.line};
  add_sure_place(failure, at);
  failure.what.push_back(suite::PointerWithoutMemory{variable, at, true});
}

void tell_given_variable(const WrapperOptions& options, suite::Failure& failure) {
  find_given_variable(options, failure);
  tell_first_piece(options, failure);
  if (failure.given_variable.empty()) return;
  const AssignedLine found =
      find_assignment(source_lines(options.source), failure.given_variable, options.students_lines);
  if (!found.is_students) return;
  failure.places.insert(failure.places.begin(), {options.source, found.line});
  failure.what.push_back(
      suite::PointerWithoutMemory{failure.given_variable, {options.source, found.line}, true});
}

void tell_source(const WrapperOptions& options, suite::Failure& failure) {
  const auto tell = [&](int line, auto fact, const suite::Hint& hint) {
    fact.at = {options.source, line};
    add_place(failure, fact.at);
    failure.what.push_back(fact);
    failure.hint.propose(hint);
  };
  // A hint that follows from what the program did, and one that only the text suggests.
  const auto sure = [](suite::Thought one) { return suite::Hint{one}.from(suite::Ground::steps); };
  const auto guess = [](suite::Thought one) { return suite::Hint{one}; };
  const TellingLines lines = telling_lines(options.source, options.students_lines);
  tell_what_ends(options, failure);
  tell_size_of_refused(options, failure);
  tell_parameter(options, failure);
  tell_leak_of_own_pointer(options, failure);
  if (const auto copied = copied_unfilled(options, failure)) {
    leave_out_others(copied->variable, failure);
    return tell(line_of_copy(failure, copied->variable), *copied, sure(suite::Thought::direction));
  }
  // Whether an array leaked because its cudaFree was not reached. If the program freed other
  // arrays, the line of this cudaFree must name the leaked array.
  const auto not_reached = [&](const suite::Fact& fact) {
    const auto* const leak = fact.get<suite::Leaked>();
    if (!leak || leak->first_free == 0) return leak != nullptr;
    const std::string variable = given_address(statement_in(options.source, leak->first.line));
    return leak->first_free > lines.frees && !variable.empty() &&
           statement_in(options.source, lines.frees).find(variable) != std::string::npos;
  };
  if (lines.frees > 0 && std::any_of(failure.what.begin(), failure.what.end(), not_reached)) {
    suite::FreesNotReached fact;
    if (lines.decides > 0) fact.decision = {options.source, lines.decides};
    if (lines.decides > 0) add_place(failure, *fact.decision);
    return tell(lines.frees, fact, sure(suite::Thought::frees_not_reached));
  }
  if (failure.verdict == Verdict::memory)
    for (const auto& [variable, line] : lines.declared_again)
      if (failure.unset_variable.empty() || failure.unset_variable == variable)
        return tell(line, suite::DeclaredAgain{variable, {}},
                    failure.unset_variable.empty() ? guess(suite::Thought::declared_again)
                                                   : sure(suite::Thought::declared_again));
  const bool is_host = failure.finding && failure.finding->kind == Kind::device_pointer_on_host;
  if (is_host && lines.frees_host > 0 && lines.frees_host == failure.finding->line)
    return tell(lines.frees_host, suite::FreesHostMemory{}, sure(suite::Thought::host_free));
  if (failure.verdict == Verdict::crash && !failure.finding && lines.frees_host > 0)
    return tell(lines.frees_host, suite::FreesHostMemory{}, guess(suite::Thought::host_free));
}

}  // namespace handshake::check
