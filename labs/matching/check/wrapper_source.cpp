// Looks for statements of onewaywrapper.cu that explain a failure. See wrapper_source.hpp.
#include "labs/matching/check/wrapper_source.hpp"

#include <algorithm>
#include <set>

#include "check/source_outline.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

using suite::Verdict;

namespace {

SourceOutline outline_of(const WrapperOptions& options) {
  return {options.source, options.students_lines};
}

// As other facts about this file name it.
suite::Place place(const WrapperOptions& options, int line) {
  return {options.source, line};
}

bool calls(const Statement& statement, const char* begin) {
  return std::any_of(statement.calls.begin(), statement.calls.end(), [&](const auto& call) {
    return !call.is_member && begins_with(call.function, begin);
  });
}

// The variable x of cudaMalloc(&x, ...); empty if there is none.
std::string given_address(const Statement& one) {
  return one.passed.empty() ? "" : one.passed.front();
}

// The line of the condition or loop that decides whether the statement runs; 0: there is none.
// `if (cudaFree(a)) ...` decides nothing.
int deciding_line(const SourceOutline& file, int statement) {
  if (file[statement].is_head() && !calls(file[statement], "cuda"))
    return file[statement].first_line;
  const int head = file[statement].around;
  return head >= 0 ? file[head].first_line : 0;
}

// The first statement of the student that gives the variable a value other than nullptr. If there is
// none: the first one of the whole file.
struct Assigned {
  int line = 0;  // 0: there is none
  bool is_students = false;
};
Assigned find_assigned(const SourceOutline& file, const std::string& variable) {
  Assigned found;
  for (const Statement& one : file.statements()) {
    if (!has_name(one.set, variable)) continue;
    const bool is_null = one.text.find("nullptr") != std::string::npos;  // cudaMalloc may set it
    if (file.is_students(one.first_line) && !is_null) return {one.first_line, true};
    if (found.line == 0) found.line = one.first_line;
  }
  return found;
}

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

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Shows the condition that decides whether the program reaches the line in which it ended.
void tell_what_ends(const WrapperOptions& options, const SourceOutline& file,
                    suite::Failure& failure) {
  for (suite::Fact& fact : failure.what) {
    if (!fact.get<suite::ProgramEnded>()) continue;
    suite::ProgramEnded ended = *fact.get<suite::ProgramEnded>();
    if (file_name(ended.at.file) != file_name(options.source)) return;
    const std::vector<int> here = file.at(ended.at.line);
    if (const int line = here.empty() ? 0 : deciding_line(file, here.front()); line > 0)
      ended.decision = place(options, line);
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

// If the leaked memory belongs to pointers that only the student uses, changes the hint. The given
// code swaps the pointers in kSwapped between passes, but never the student's own pointers.
void tell_leak_of_own_pointer(const SourceOutline& file, suite::Failure& failure) {
  static const std::set<std::string> kSwapped = {
      "src_gpu", "dst_gpu", "weight_gpu", "temp1_gpu", "temp2_gpu", "temp3_gpu", "temp4_gpu"};
  if (failure.hint->thought != "never_freed") return;
  for (const suite::Fact& fact : failure.what) {
    const auto* const leak = fact.get<suite::Leaked>();
    if (!leak) continue;
    const std::vector<int>& made = failure.allocating;
    const auto is_swapped = [&](int line) {
      for (const int one : file.at(line))
        for (const std::string& name : kSwapped)
          if (mentions(file[one], name)) return true;
      return false;
    };
    const bool are_own = std::all_of(leak->lines.begin(), leak->lines.end(), [&](int line) {
      return !is_swapped(line) && std::count(made.begin(), made.end(), line) == 1;
    });
    if (are_own) failure.hint.refine({"freed_as_often"});
  }
}

// Finds the pointer that the fault is about, if memory is freed twice, or if the given code copies
// to or from a GPU array that is too short or has no memory. The pointer is the leftmost
// variable in the line of the finding that the student's code sets.
void find_given_variable(const WrapperOptions& options, const SourceOutline& file,
                         suite::Failure& failure) {
  const auto& finding = failure.finding;
  const bool is_too_long = finding && finding->kind == Kind::copy_past_end;
  const bool has_no_memory =
      finding && finding->kind == Kind::no_memory && finding->other_line == 0;
  const bool is_freed_twice = finding && finding->kind == Kind::bad_free && finding->other_line > 0;
  const bool is_given_code = finding && !is_students(finding->line, options.students_lines);
  if (!is_freed_twice && !(is_given_code && (is_too_long || has_no_memory))) return;
  for (const std::string& name : file.read_at(file.at(finding->line))) {
    if (!find_assigned(file, name).is_students) continue;
    failure.given_variable = name;
    if (is_too_long) failure.hint.propose(suite::Hint{"room_of_arrays"}.from(suite::Sure::steps));
    return;
  }
}

// Reports the cudaMalloc of the unset pointer if the program did not reach this call.
bool tell_malloc_not_reached(const WrapperOptions& options, const SourceOutline& file,
                             suite::Failure& failure) {
  for (const Statement& one : file.statements()) {
    const int line = one.first_line;
    if (!is_students(line, options.students_lines) || !calls(one, "cudaMalloc") ||
        given_address(one) != failure.unset_variable)
      continue;
    const std::vector<int>& made = failure.allocating;
    const bool is_reached = std::any_of(made.begin(), made.end(), [&](int reached) {
      return line <= reached && reached <= one.last_line;
    });
    if (is_reached) return false;
    add_place(failure, place(options, line));
    failure.what.push_back(
        suite::Told{"malloc_not_reached",
                    {{"variable", failure.unset_variable}, {"at", place(options, line)}}});
    failure.hint.propose(suite::Hint{"frees_not_reached"}.from(suite::Sure::steps));
    return true;
  }
  return false;
}

// Whether the variable is a parameter `T* name`, which is a copy of a pointer, and its function
// neither sets nor returns it.
bool is_copied_pointer(const SourceOutline& file, const Function& function,
                       const std::string& variable) {
  for (int s = function.first; s < function.end; s++) {
    const bool returns =
        file[s].kind == Statement::Kind::return_ && has_name(file[s].read, variable);
    if (has_name(file[s].set, variable) || returns) return false;
  }
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const auto& one) { return one.name == variable && one.is_pointer; });
}

// The same for a parameter of a lambda that the statement defines.
bool is_copied_pointer_of_lambda(const Statement& one, const std::string& variable) {
  const size_t list = one.text.find("= ["), body = one.text.find('{');
  const std::string head = one.text.substr(0, body);
  const size_t name = find_word(head, variable);
  if (list == std::string::npos || body == std::string::npos || name == std::string::npos)
    return false;
  const std::string type = trimmed(head.substr(0, name));
  const bool returns = one.text.find("return " + variable) != std::string::npos;
  return ends_with(type, "*") && !ends_with(type, "**") && !returns && !has_name(one.set, variable);
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
void tell_parameter(const WrapperOptions& options, const SourceOutline& file,
                    suite::Failure& failure) {
  for (const int lost : lines_of_lost_memory(failure))
    for (const int one : file.at(lost)) {
      const Function* const function = file.function_of(one);
      const std::string variable = given_address(file[one]);
      int line = 0;
      if (is_copied_pointer_of_lambda(file[one], variable)) line = file[one].first_line;
      if (function && is_copied_pointer(file, *function, variable)) line = function->first_line;
      if (line == 0) continue;
      const suite::Place at = place(options, line);
      add_sure_place(failure, at);
      add_place(failure, place(options, lost));
      failure.what.push_back(
          suite::Told{"pointer_parameter", {{"variable", variable}, {"at", at}}});
      failure.hint.propose(suite::Hint{"address_of_memory"}.from(suite::Sure::steps));
      return;
    }
}

// The only line above line `before` that sets the variable, declares it as a `dim3` or defines it as
// a macro; 0: there is none, or there are several.
int line_of_size(const SourceOutline& file, const std::string& variable, int before) {
  std::vector<int> found;
  for (const Statement& one : file.statements())
    if (one.first_line < before &&
        (has_name(one.set, variable) ||
         (one.type.find("dim3") != std::string::npos && has_name(one.declared, variable))))
      found.push_back(one.first_line);
  for (const Definition& one : file.definitions())
    if (one.name == variable && one.line < before) found.push_back(one.line);
  return found.size() == 1 ? found[0] : 0;
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
void tell_size_of_refused(const WrapperOptions& options, const SourceOutline& file,
                          suite::Failure& failure) {
  constexpr long kMostThreads = 1024;
  for (const suite::Fact& fact : failure.what) {
    const auto* const refused = fact.get<suite::LaunchRefused>();
    if (!refused) continue;
    const bool is_of_block = refused->threads == 0 || refused->threads > kMostThreads;
    if (!is_of_block && refused->blocks > 0) return;
    const std::vector<int> here = file.at(refused->at.line);
    const std::string variable =
        here.empty() ? "" : size_in_launch(file[here.back()].text, is_of_block);
    const int line = variable.empty() ? 0 : line_of_size(file, variable, refused->at.line);
    if (line == 0) return;
    const suite::Place set = place(options, line);
    add_sure_place(failure, set);
    failure.what.insert(failure.what.begin() + 1, suite::SetAt{variable, refused->at, set});
    return;
  }
}

// ---- statements of the student that may explain any failure

constexpr const char* kGivenArrays[] = {
    "strongNeighbor_gpu", "matches_gpu", "src_gpu",   "dst_gpu",  "weight_gpu",
    "temp1_gpu",          "temp2_gpu",   "temp3_gpu", "temp4_gpu"};

// 0: there is no such line.
struct TellingLines {
  // Variables of the given code that the student's code declares again, and in which lines.
  std::vector<std::pair<std::string, int>> declared_again;
  int frees_host = 0;          // the first call of free()
  int frees = 0, decides = 0;  // the first cudaFree, and the condition or loop around it
  std::string freed;           // the text of the first cudaFree
};

bool frees_host_memory(const Statement& one) {
  return begins_with(one.text, "delete") ||
         std::any_of(one.calls.begin(), one.calls.end(),
                     [](const auto& call) { return !call.is_member && call.function == "free"; });
}

TellingLines telling_lines(const SourceOutline& file, const LineRanges& students_lines) {
  TellingLines told;
  for (size_t s = 0; s < file.statements().size(); s++) {
    const Statement& one = file.statements()[s];
    if (!is_students(one.first_line, students_lines)) continue;
    const bool is_pointer = begins_with(one.type, "int") && one.type.find('*') < one.type.size();
    for (const char* array : kGivenArrays)
      if (is_pointer && has_name(one.declared, array))
        told.declared_again.emplace_back(array, one.first_line);
    if (told.frees_host == 0 && frees_host_memory(one)) told.frees_host = one.first_line;
    if (told.frees > 0 || !calls(one, "cudaFree")) continue;
    told.frees = one.first_line;
    told.freed = one.text;
    const int decides = deciding_line(file, static_cast<int>(s));
    if (is_students(decides, students_lines)) told.decides = decides;
  }
  return told;
}

// Whether the statement is a CUDA call, and nothing else, so that its error is ignored.
bool ignores_error(const Statement& one) {
  std::string text = one.text;
  if (begins_with(text, "(void)")) text = trimmed(text.substr(6));
  for (const char* name : {"cudaMalloc", "cudaMemcpy", "cudaMemset", "cudaFree"})
    if (begins_with(text, name)) return end_of_list(text, text.find('(')) == text.size() - 1;
  return false;
}

}  // namespace

void tell_unset_variable(const WrapperOptions& options, suite::Failure& failure) {
  if (failure.unset_variable.empty()) return;
  const SourceOutline file = outline_of(options);
  if (tell_malloc_not_reached(options, file, failure)) return;
  const Assigned found = find_assigned(file, failure.unset_variable);
  if (found.line == 0) return;
  const suite::Place at = place(options, found.line);
  add_place(failure, at);
  failure.what.push_back(suite::Told{
      "pointer_without_memory",
      {{"variable", failure.unset_variable}, {"at", at}, {"students", found.is_students}}});
}

// If two pieces of one allocation overlap, the first piece may be too short: shows the line that
// sets its pointer.
static void tell_first_piece(const WrapperOptions& options, const SourceOutline& file,
                             suite::Failure& failure) {
  std::string variable;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const overlap = fact.get<suite::Overlap>()) variable = overlap->first_variable;
  if (variable.empty() || variable == failure.given_variable) return;
  const Assigned found = find_assigned(file, variable);
  if (!found.is_students) return;
  const suite::Place at{options.source, found.line};
  add_sure_place(failure, at);
  failure.what.push_back(suite::Told{"pointer_without_memory",
                                     {{"variable", variable}, {"at", at}, {"students", true}}});
}

void tell_given_variable(const WrapperOptions& options, suite::Failure& failure) {
  const SourceOutline file = outline_of(options);
  find_given_variable(options, file, failure);
  tell_first_piece(options, file, failure);
  if (failure.given_variable.empty()) return;
  const Assigned found = find_assigned(file, failure.given_variable);
  if (!found.is_students) return;
  const suite::Place at{options.source, found.line};
  failure.what.push_back(
      {suite::Told{"pointer_without_memory",
                   {{"variable", failure.given_variable}, {"at", at}, {"students", true}}},
       suite::Sure::cause,
       {at}});
}

void tell_source(const WrapperOptions& options, suite::Failure& failure) {
  const auto tell = [&](int line, auto fact, const suite::Hint& hint) {
    fact.at = {options.source, line};
    add_place(failure, fact.at);
    failure.what.push_back(fact);
    failure.hint.propose(hint);
  };
  // A hint that follows from what the program did, and one that only the text suggests.
  const auto sure = [](suite::Thought one) { return suite::Hint{one}.from(suite::Sure::steps); };
  const auto guess = [](suite::Thought one) { return suite::Hint{one}; };
  const SourceOutline file = outline_of(options);
  const TellingLines lines = telling_lines(file, options.students_lines);
  tell_what_ends(options, file, failure);
  tell_size_of_refused(options, file, failure);
  tell_parameter(options, file, failure);
  tell_leak_of_own_pointer(file, failure);
  if (const auto copied = copied_unfilled(options, failure)) {
    leave_out_others(copied->variable, failure);
    return tell(line_of_copy(failure, copied->variable), *copied, sure("direction"));
  }
  // Whether an array leaked because its cudaFree was not reached. If the program freed other
  // arrays, the line of this cudaFree must name the leaked array.
  const auto not_reached = [&](const suite::Fact& fact) {
    const auto* const leak = fact.get<suite::Leaked>();
    if (!leak || leak->first_free == 0) return leak != nullptr;
    const std::vector<int> made = file.at(leak->first.line);
    const std::string variable = made.empty() ? "" : given_address(file[made.back()]);
    return leak->first_free > lines.frees && !variable.empty() &&
           lines.freed.find(variable) != std::string::npos;
  };
  if (lines.frees > 0 && std::any_of(failure.what.begin(), failure.what.end(), not_reached)) {
    suite::FreesNotReached fact;
    if (lines.decides > 0) fact.decision = {options.source, lines.decides};
    if (lines.decides > 0) add_place(failure, *fact.decision);
    return tell(lines.frees, fact, sure("frees_not_reached"));
  }
  if (failure.verdict == Verdict::memory)
    for (const auto& [variable, line] : lines.declared_again)
      if (failure.unset_variable.empty() || failure.unset_variable == variable)
        return tell(
            line, suite::DeclaredAgain{variable, {}},
            failure.unset_variable.empty() ? guess("declared_again") : sure("declared_again"));
  const bool is_host = failure.finding && failure.finding->kind == Kind::device_pointer_on_host;
  if (is_host && lines.frees_host > 0 && lines.frees_host == failure.finding->line)
    return tell(lines.frees_host, suite::FreesHostMemory{}, sure("host_free"));
  if (failure.verdict == Verdict::crash && !failure.finding && lines.frees_host > 0)
    return tell(lines.frees_host, suite::FreesHostMemory{}, guess("host_free"));
}

std::vector<int> unchecked_calls(const WrapperOptions& options) {
  std::vector<int> found;
  const SourceOutline file = outline_of(options);
  for (const auto& [first, last] : options.students_lines) {
    std::vector<int> unchecked;
    bool is_checked = false;  // a check of the last error also covers all calls before it
    for (const Statement& one : file.statements()) {
      if (one.first_line < first || one.first_line > last) continue;
      is_checked |= one.text.find("LastError") != std::string::npos;
      if (ignores_error(one)) unchecked.push_back(one.first_line);
    }
    if (!is_checked) found.insert(found.end(), unchecked.begin(), unchecked.end());
  }
  return found;
}

}  // namespace handshake::check
