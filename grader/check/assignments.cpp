// Finds the lines that set variables. See assignments.hpp.
#include "check/assignments.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

#include "check/definitions.hpp"
#include "check/hidden_variables.hpp"
#include "check/kernel_blocks.hpp"
#include "check/kernel_calls.hpp"
#include "check/kernel_expressions.hpp"
#include "check/kernel_macros.hpp"
#include "check/kernel_source.hpp"
#include "check/source_text.hpp"
#include "check/source_words.hpp"
#include "check/untrusted_file.hpp"
#include "suite/repair_hint.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMostTold = 2;
constexpr size_t kMostOfLoop = 3;    // its start, its end and its step
constexpr size_t kMostOfReturn = 2;  // the variables of a return

// Leaves out the names of members: `mine.node = x` sets a part of the variable `mine`, and does not
// set a variable `node`.
std::string without_members(const std::string& text) {
  std::string left;
  for (size_t at = 0; at < text.size();) {
    const size_t sign = text[at] == '.' ? 1 : text.compare(at, 2, "->") == 0 ? 2 : 0;
    const bool is_number = std::isdigit(static_cast<unsigned char>(text[at + sign])) != 0;
    if (sign == 0 || is_number || !is_name_letter(text[at + sign])) {
      left += text[at++];
      continue;
    }
    at += sign;
    while (at < text.size() && is_name_letter(text[at])) at++;
  }
  return left;
}

class Reader {
 public:
  Reader(const SourceFile& file, suite::Failure& failure)
      : file_(file),
        lines_(source_lines(file.path)),
        name_(short_path(file.path)),
        failure_(failure) {}

  // Reports where the variables of the line are set; with `tells_loops`, also where the heads of
  // loops set them.
  void tell(int shown, bool tells_loops = false) {
    tells_loops_ = tells_loops;
    const int line = look_at(shown);
    if (line == 0) return;
    const bool of_loop = is_loop(lines_[line - 1]);
    const std::vector<Setting> settings = settings_that_matter(line);
    for (const Setting& one : settings) tell_set(line, one, of_loop ? kMostOfLoop : kMostTold);
    if (!is_about_index(line)) tell_returns(line);
    for (const Setting& one : settings) tell_returns(one.line);
    // The lines that set the bounds of a loop may use other variables. The lines that set these
    // variables are reported, too.
    for (size_t s = 0; of_loop && s < settings.size(); s++)
      for (const Setting& one : settings_of(settings[s].line))
        tell_set(settings[s].line, one, kMostOfLoop + 1);
  }

  // For an element that no thread wrote: reports where the index in this line is set, and not where
  // the value is set.
  void tell_index(int shown) {
    const int line = look_at(shown);
    if (line == 0) return;
    tells_loops_ = true;
    const std::string& text = lines_[line - 1];
    const size_t end = text.find("] = "), open = text.rfind('[', end);
    if (end == std::string::npos || open == std::string::npos) return;
    const std::vector<std::string> index = names_in(text.substr(open, end - open));
    for (const Setting& one : settings_of(line)) {
      if (std::find(index.begin(), index.end(), one.name) == index.end()) continue;
      tell_set(line, one, kMostTold);
      if (!is_loop(lines_[one.line - 1])) continue;
      for (const Setting& of_loop : settings_of(one.line)) tell_set(one.line, of_loop, kMostOfLoop);
    }
  }

  const std::string& name() const { return name_; }

 private:
  // Returns the first line of the statement, and remembers which of its lines is shown.
  int look_at(int shown) {
    shown_ = shown;
    statement_ = statement_at(lines_, shown);
    return statement_;
  }
  suite::Place place_of(int line) const { return {name_, line == statement_ ? shown_ : line}; }

  // A variable, and the line that gives it a value.
  struct Setting {
    std::string name;
    int line;
    bool is_sure;
    int later = 0;  // a line after `line` that may set the variable again; 0: none
  };

  // For each variable of the line, two of the lines above: the last one that may set the variable,
  // and the last one that certainly sets it.
  std::vector<Setting> settings_of(int line) const {
    std::vector<Setting> settings;
    for (const std::string& name : names_in(lines_[line - 1])) {
      const int last = set_above(line, line, name);
      for (int set = last; set > 0; set = set_above(line, set, name)) {
        const bool is_of_head = is_set_by_head(lines_[set - 1], name);
        const bool is_sure =
            is_executed(set, line, is_of_head) && !is_set_by_step(lines_[set - 1], name) &&
            (assigns(lines_[set - 1], name) || has(lines_[set - 1], "cudaMallocPitch"));
        if (is_sure || set == last)
          settings.push_back({name, set, is_sure, set == last ? 0 : last});
        if (is_sure) break;
      }
    }
    return settings;
  }

  // An atomic function stores its last argument, so only the variables of this argument are
  // returned. The lines that compute the address, or the value to compare with, matter less.
  std::vector<Setting> settings_of_value(int line) const {
    std::vector<Setting> settings = settings_of(line), of_value;
    const std::string& text = lines_[line - 1];
    const size_t call = text.find("atomic"), last = text.rfind(',');
    if (call == std::string::npos || last == std::string::npos || last < call) return settings;
    const std::vector<std::string> names = names_in(text.substr(last));
    for (const Setting& one : settings)
      if (std::find(names.begin(), names.end(), one.name) != names.end()) of_value.push_back(one);
    return of_value.empty() ? settings : of_value;
  }

  // Whether this line uses an element outside of the array, or reads one that was never written.
  // Then only the index of the element matters.
  bool is_about_index(int line) const {
    const auto& finding = failure_.finding;
    const bool is_here =
        finding && finding->file == name_ && statement_at(lines_, finding->line) == line;
    return is_here && !finding->element.array.empty() && !is_loop(lines_[line - 1]) &&
           (finding->kind == Kind::out_of_bounds || finding->kind == Kind::uninitialised_read) &&
           !indices_of(finding->element.array, lines_[line - 1]).empty();
  }

  std::vector<Setting> settings_that_matter(int line) const {
    std::vector<Setting> settings = settings_of_value(line);
    if (!is_about_index(line)) return settings;
    const std::string indices = indices_of(failure_.finding->element.array, lines_[line - 1]);
    const std::vector<std::string> names = names_in(indices);
    std::vector<Setting> of_index;
    for (const Setting& one : settings)
      if (std::find(names.begin(), names.end(), one.name) != names.end()) of_index.push_back(one);
    return of_index;
  }

  // The texts between [ and ] after each use of the array's name.
  static std::string indices_of(const std::string& array, const std::string& text) {
    std::string indices;
    for (size_t at = text.find(array + "["); at != std::string::npos;
         at = text.find(array + "[", at + 1)) {
      if (at > 0 && is_name_letter(text[at - 1])) continue;
      int open = 0;
      for (size_t i = at + array.size(); i < text.size(); i++) {
        open += (text[i] == '[') - (text[i] == ']');
        if (open == 0) break;
        indices += text[i];
      }
      indices += ' ';
    }
    return indices;
  }

  void tell_set(int line, const Setting& one, size_t most) {
    if (is_shown(one.line) || told_ >= most) return;
    told_++;
    failure_.places.push_back({name_, one.line});
    suite::SetAt fact{one.name, place_of(line), {name_, one.line}, one.is_sure};
    if (one.later > 0 && !is_told(one.name, one.later)) fact.later = suite::Place{name_, one.later};
    tell_decision(one, fact);
    failure_.what.push_back(fact);
    if (one.later > 0 && failure_.hint->thought == suite::Thought::condition &&
        is_set_before_loop(one, line) && was_not_set(one.later))
      failure_.hint.refine({suite::Thought::begins_again});
  }

  // Whether the variable got its first value before a loop that contains both the line and the
  // later assignment.
  bool is_set_before_loop(const Setting& one, int line) const {
    for (int head = one.line + 1; head < one.later; head++)
      if (is_loop(lines_[head - 1]) && has(lines_[head - 1], "{") &&
          !is_after_block_of(head + 1, line))
        return true;
    return false;
  }

  // Whether a false condition made the thread skip this line before it wrote the wrong element.
  bool was_not_set(int line) const {
    const int decides = deciding_line(lines_, line);
    return std::any_of(failure_.what.begin(), failure_.what.end(), [&](const suite::Fact& fact) {
      const auto* const saw = fact.get<suite::WriterSaw>();
      if (!saw || !saw->deed.decision || saw->deed.held != false) return false;
      return saw->deed.decision->file == name_ &&
             statement_at(lines_, saw->deed.decision->line) == decides;
    });
  }

  // If the thread has to choose one of several values: shows the `if` that chooses.
  void tell_decision(const Setting& one, suite::SetAt& fact) {
    static const std::set<suite::Thought> kChoices = {
        suite::Thought::equal_weights, suite::Thought::equal_weights_in_any_order,
        suite::Thought::lighter_edge, suite::Thought::negative_weight};
    if (one.is_sure || kChoices.count(failure_.hint->thought) == 0) return;
    const int line = deciding_line(lines_, one.line);
    if (line == 0 || line == one.line || is_loop(lines_[line - 1]) || is_shown(line)) return;
    failure_.places.push_back({name_, line});
    fact.decision = suite::Place{name_, line};
  }

  bool is_told(const std::string& variable, int line) const {
    return std::any_of(failure_.what.begin(), failure_.what.end(), [&](const suite::Fact& fact) {
      const auto* const set = fact.get<suite::SetAt>();
      return set && set->variable == variable && set->at.line == line;
    });
  }

  // For each function of this file that the line calls: shows the line of its `return`.
  void tell_returns(int line) {
    for (const std::string& function : calls_in(lines_[line - 1])) {
      const int found = only_return_of(lines_, function);
      if (found == 0 || found == line || is_shown(found) || told_ >= kMostTold) continue;
      told_++;
      failure_.places.push_back({name_, found});
      failure_.what.push_back(suite::ReturnsAt{function, place_of(line), {name_, found}});
      for (const Setting& one : settings_of(found)) tell_set(found, one, kMostTold + kMostOfReturn);
    }
  }

  bool is_shown(int line) const {
    return std::any_of(failure_.places.begin(), failure_.places.end(),
                       [&](const suite::Place& place) {
                         return place.file == name_ && statement_at(lines_, place.line) == line;
                       });
  }

  static bool is_loop(const std::string& text) {
    return has(text, "for (") || has(text, "for(") || has(text, "while (") || has(text, "while(");
  }

  // Whether the line `set`, which sets a variable, is executed for sure: it depends on no `if` or
  // loop, and is not in a block that ends before `line`.
  bool is_executed(int set, int line, bool is_of_head) const {
    const auto decides = [](const std::string& text) {
      return has(text, "if (") || has(text, "if(") || has(text, "else") || is_loop(text);
    };
    if (!is_of_head && decides(lines_[set - 1])) return false;
    const int above = code_above(lines_, set);
    if (above > 0 && decides(lines_[above - 1]) && !has(lines_[above - 1], "{") &&
        !has(lines_[above - 1], ";"))
      return false;
    return !is_after_block_of(set, line);
  }

  // Whether the block around the line `set` ends before `line`.
  bool is_after_block_of(int set, int line) const {
    int open = 0;
    for (int below = set; below < line; below++)
      for (const char c : lines_[below - 1]) {
        open += (c == '{') - (c == '}');
        if (open < 0) return true;
      }
    return false;
  }

  // Whether the variable `name` is one of the numbers that most kernels compute first: the index of
  // a thread, or the number of all threads. A value from an array is not such a number.
  static bool is_thread_number(const std::string& text, const std::string& name, bool of_loop) {
    const std::string value = text.substr(std::min(text.size(), text.find(name) + name.size()));
    if (!of_loop) return !has(value, "[") && (has(text, "threadIdx") || has(text, "blockDim"));
    return has(value, "threadIdx") || has(value, "blockDim.x * gridDim.x") ||
           has(value, "gridDim.x * blockDim.x");
  }

  // `text` is a line that sets `name`. Returns true if the line contains the head of a `for`
  // loop, and nothing after this head sets `name`.
  static bool is_set_by_head(const std::string& text, const std::string& name) {
    const size_t loop = std::min(text.find("for ("), text.find("for("));
    if (loop == std::string::npos) return false;
    int open = 0;
    for (size_t i = text.find('(', loop); i < text.size(); i++) {
      open += (text[i] == '(') - (text[i] == ')');
      if (open == 0) return !assigns(text.substr(i + 1), name);
    }
    return true;
  }

  // Whether the line passes the address of the variable to a function that may set the variable.
  // Lines such as `cudaMalloc(&a, 4 * n)` and `cudaMemcpy(gpu, &n, 4, kind)` do not count.
  static bool passes_address(const std::string& text, const std::string& name) {
    if (has(text, "cuda") && !has(text, "cudaMallocPitch")) return false;
    const std::string address = "&" + name;
    const char* const first = has(text, "cuda") ? "," : "(,)";
    for (size_t at = text.find(address); at != std::string::npos; at = text.find(address, at + 1)) {
      const size_t end = at + address.size();
      const size_t before = at == 0 ? std::string::npos : text.find_last_not_of(' ', at - 1);
      if (before == std::string::npos || end == text.size()) continue;
      if (std::strchr(first, text[before]) != nullptr && std::strchr(",)", text[end]) != nullptr)
        return true;
    }
    return false;
  }

  // Whether only the third part of the head of a for loop sets the variable, so that the variable
  // is not set before the first iteration.
  static bool is_set_by_step(const std::string& text, const std::string& name) {
    const size_t loop = std::min(text.find("for ("), text.find("for("));
    return loop != std::string::npos &&
           !assigns(text.substr(0, std::min(text.size(), text.find(';', loop))), name);
  }

  // The last line before `from` that sets the variable `name`, which `line` uses. 0: this function
  // has no such line, or the line need not be shown.
  int set_above(int line, int from, const std::string& name) const {
    const bool of_loop = is_loop(lines_[line - 1]);
    if (!of_loop && assigns(lines_[line - 1], name)) return 0;
    for (int above = from - 1; above >= 1; above--) {
      const std::string& text = lines_[above - 1];
      if (has(text, "__global__") || has(text, "__device__") || text.compare(0, 1, "}") == 0)
        return 0;
      const bool sets = assigns(without_members(text), name) || passes_address(text, name);
      if (!sets) continue;
      if (declared_in(text) == name && is_after_block_of(above, line))
        continue;  // another variable with this name
      const bool is_outside = !file_.parts.empty() && !is_students(above, file_.parts);
      const bool is_known = (!tells_loops_ && is_set_by_head(text, name)) || has(text, "nullptr") ||
                            is_thread_number(text, name, of_loop);
      return is_outside || is_known ? 0 : above;
    }
    return 0;
  }

  const SourceFile& file_;
  std::vector<std::string> lines_;
  std::string name_;
  suite::Failure& failure_;
  size_t told_ = 0;
  bool tells_loops_ = false;
  int shown_ = 0, statement_ = 0;  // the line to explain, and the first line of its statement
};

bool is_between(int line, int one, int other) {
  return std::min(one, other) < line && line < std::max(one, other);
}

// For a race between threads of two blocks: shows a __syncthreads between the two lines of the
// race.
void tell_barrier(const std::vector<SourceFile>& files, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || !is_race(finding->kind) || finding->block == finding->other_block ||
      finding->file != finding->other_file || finding->block < 0 || finding->other_block < 0)
    return;
  for (const SourceFile& file : files) {
    if (short_path(file.path) != finding->file) continue;
    const std::vector<std::string> lines = source_lines(file.path);
    for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
      if (!is_between(line, finding->line, finding->other_line) ||
          !has(lines[line - 1], "__syncthreads()"))
        continue;
      failure.places.push_back({finding->file, line});
      failure.what.push_back(suite::BarrierOfBlock{{finding->file, line}});
      return;
    }
  }
}

// Whether the line changes an element of the array by an operator such as |= or ++, and does not
// use another element of the array for that.
bool changes_element(const std::string& text, const std::string& array) {
  const size_t at = text.find(array + "[");
  if (at == std::string::npos || (at > 0 && is_name_letter(text[at - 1]))) return false;
  size_t end = at + array.size();
  for (int open = 0; end < text.size(); end++) {
    open += (text[end] == '[') - (text[end] == ']');
    if (open == 0) break;
  }
  const std::string rest = trimmed(text.substr(std::min(text.size(), end + 1)));
  static const char* const kOperators[] = {"|=", "&=", "^=", "+=", "-=", "++", "--"};
  return !has(rest, array.c_str()) &&
         std::any_of(std::begin(kOperators), std::end(kOperators),
                     [&](const char* one) { return begins_with(rest, one); });
}

// For a race between two threads that change the same element in one line: replaces the hint,
// because no barrier can help.
void tell_lost_change(const std::vector<SourceFile>& files, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || !is_race(finding->kind) || finding->file != finding->other_file ||
      finding->line != finding->other_line)
    return;
  const std::string& array =
      is_in_shared_variable(*finding) ? finding->element.variable : finding->element.array;
  for (const SourceFile& file : files) {
    if (array.empty() || short_path(file.path) != finding->file) continue;
    if (changes_element(statement_in(file.path, finding->line), array))
      failure.hint.refine({suite::Thought::lost_change});
  }
}

// The first argument of the call in the line, if its other arguments are `others`; else empty.
std::string first_argument(const std::string& line, const std::string& call, const char* others) {
  const size_t at = line.find(call + "(");
  if (at == std::string::npos) return "";
  const size_t first = at + call.size() + 1, comma = line.find(", ", first);
  const bool is_meant =
      comma != std::string::npos && line.compare(comma, std::strlen(others), others) == 0;
  return is_meant ? line.substr(first, comma - first) : "";
}

// For an endless loop in which threads wait for a lock: adds the lines that take and release this
// lock.
void tell_lock(const std::vector<SourceFile>& files, suite::Failure& failure) {
  constexpr int kMostOfBody = 40;
  const auto& finding = failure.finding;
  if (!finding || finding->kind != Kind::endless_loop) return;
  for (const SourceFile& file : files) {
    if (short_path(file.path) != finding->file) continue;
    const std::vector<std::string> lines = source_lines(file.path);
    const int first = statement_at(lines, finding->line);
    const int last = std::min(static_cast<int>(lines.size()), first + kMostOfBody);
    std::string lock;
    suite::LockOfLoop fact;
    for (int line = std::max(1, first); line <= last && !fact.back; line++) {
      const std::string& text = lines[line - 1];
      if (text.compare(0, 1, "}") == 0) break;
      if (lock.empty()) {
        lock = first_argument(text, "atomicCAS", ", 0, 1)");
        fact.taken = {finding->file, line};
      } else if (first_argument(text, "atomicExch", ", 0)") == lock) {
        fact.back = suite::Place{finding->file, line};
        const int decides = deciding_line(lines, line);
        if (decides > fact.taken.line) fact.decision = suite::Place{finding->file, decides};
      }
    }
    if (lock.empty()) return;
    for (const auto& place : {std::optional(fact.taken), fact.back, fact.decision})
      if (place) add_place(failure, *place);
    failure.what.push_back(fact);
    failure.hint.propose(suite::Hint{suite::Thought::lock_of_loop}.from(suite::Ground::steps));
    return;
  }
}

// For a copy to or from a null pointer, on a graph without an edge: shows the earlier line in which
// the pointer was passed to cudaMalloc.
void tell_malloc(const std::vector<SourceFile>& files, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || finding->kind != Kind::no_memory || finding->other_line > 0 ||
      failure.title.scene != suite::Scene::no_edge)
    return;
  for (const SourceFile& file : files) {
    if (short_path(file.path) != finding->file) continue;
    const std::vector<std::string> lines = source_lines(file.path);
    const int copy = statement_at(lines, finding->line);
    if (copy == 0) return;
    for (const std::string& name : names_in(lines[copy - 1]))
      for (int line = 1; line < copy; line++) {
        const std::string& text = lines[line - 1];
        const size_t at = text.find("&" + name);
        if (at == std::string::npos || !has(text, "cudaMalloc") ||
            (at + name.size() + 1 < text.size() && is_name_letter(text[at + name.size() + 1])))
          continue;
        failure.places.push_back({finding->file, line});
        failure.what.push_back(suite::MallocOfNothing{name, {finding->file, line}});
        failure.hint.propose(
            suite::Hint{suite::Thought::room_of_arrays}.from(suite::Ground::steps));
        return;
      }
  }
}

// Whether a copy filled the whole array: then the size of the array is right.
bool is_filled(const suite::Allocated* array) {
  return array && !array->is_about_room && !array->was_freed && array->lines.filled > 0 &&
         array->lines.filled_bytes >= array->lines.bytes;
}

// Whether the failure already names the line of the mistake, or is not about a wrong value.
bool is_told_without(const suite::Failure& failure) {
  return std::any_of(failure.what.begin(), failure.what.end(), [](const suite::Fact& fact) {
    const auto* const repairs = fact.get<suite::Repairs>();
    const auto* const set = fact.get<suite::SetEachByte>();
    return (repairs && is_whole_mistake(repairs->repairs)) || fact.get<suite::CopiedUnfilled>() ||
           is_filled(fact.get<suite::Allocated>()) || fact.get<suite::StaleResult>() ||
           fact.get<suite::LaunchRefused>() || (set && set->byte != set->value);
  });
}

// If no thread wrote the element, the line that wrote other elements may use a wrong index. Shows
// where this index is set. The values that the line wrote do not matter. Returns whether there is a
// line that wrote other elements.
bool tell_unwritten(const std::vector<SourceFile>& files, suite::Failure& failure) {
  std::optional<suite::Place> others;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const none = fact.get<suite::NotWrittenInPass>()) others = none->others;
  if (!others) return false;
  for (const SourceFile& file : files) {
    Reader reader(file, failure);
    if (others->file == reader.name()) reader.tell_index(others->line);
  }
  return true;
}

void tell_settings(const std::vector<SourceFile>& files, suite::Failure& failure) {
  using suite::Verdict;
  const auto& finding = failure.finding;
  const bool is_of_value = failure.verdict == Verdict::wrong || failure.verdict == Verdict::memory;
  const bool is_of_pointer =
      finding && (finding->kind == Kind::leak || finding->kind == Kind::bad_free ||
                  finding->kind == Kind::no_memory);
  if (!is_of_value || is_of_pointer || is_told_without(failure)) return;
  tell_hidden_variables(files, failure);
  if (tell_unwritten(files, failure)) return;
  std::vector<suite::Place> shown = failure.places;
  if (failure.writer) shown.insert(shown.begin(), {failure.writer->file, failure.writer->line});
  if (finding) shown.insert(shown.begin(), {finding->file, finding->line});
  // The last condition before the write may use the start value: tell where it is set, too.
  if (failure.hint->thought == suite::Thought::start_value)
    for (const suite::Fact& fact : failure.what)
      if (const auto* const last = fact.get<suite::LastCondition>())
        shown.insert(shown.begin(), last->at);
  const bool is_past_end = finding && finding->kind == Kind::out_of_bounds &&
                           finding->element.known() && finding->element.index > 0;
  for (const SourceFile& file : files) {
    Reader reader(file, failure);
    for (const suite::Place& place : shown)
      if (place.file == reader.name())
        reader.tell(place.line, is_past_end && place.line == finding->line);
  }
}

// If the failure shows a launch, adds the other lines of this launch, because any of them may
// contain the wrong argument.
void show_whole_launches(const std::vector<std::string>& lines, const std::string& file,
                         suite::Failure& failure) {
  constexpr int kMostLines = 6;
  const std::vector<suite::Place> shown = failure.places;
  for (const suite::Place& place : shown) {
    const int first = place.file == file ? statement_at(lines, place.line) : 0;
    if (first == 0 || !has(lines[first - 1], "<<<")) continue;
    const int last = std::min(end_of_statement(lines, first), first + kMostLines);
    for (int line = first; line <= last; line++) add_place(failure, {file, line});
  }
}

}  // namespace

void tell_assignments(const std::vector<SourceFile>& files, suite::Failure& failure) {
  tell_barrier(files, failure);
  tell_lost_change(files, failure);
  tell_malloc(files, failure);
  tell_lock(files, failure);
  tell_kernel_source(files, failure);
  tell_settings(files, failure);
  for (const SourceFile& file : files) {
    const std::vector<std::string> lines = source_lines(file.path);
    tell_calls(lines, short_path(file.path), failure);
    tell_torn_macro(lines, short_path(file.path), failure);
    tell_around(lines, short_path(file.path), failure);
    tell_expressions(lines, short_path(file.path), failure);
  }
  const bool is_of_value =
      failure.verdict == suite::Verdict::wrong || failure.verdict == suite::Verdict::memory;
  for (const SourceFile& file : files) {
    const std::vector<std::string> lines = source_lines(file.path);
    if (is_of_value) tell_definitions(lines, short_path(file.path), file.parts, failure);
    show_whole_launches(lines, short_path(file.path), failure);
  }
}

}  // namespace handshake::check
