// Looks for each `if` and each loop around a line. See kernel_blocks.hpp.
#include "check/kernel_blocks.hpp"

#include <algorithm>

#include "check/source_facts.hpp"
#include "check/source_text.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMost = 2;

// The line of an `if` or a loop.
struct Head {
  int line;
  bool is_loop;
};

bool has_word(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return find_word(text, word) < text.size(); });
}

// Each `if` and each loop around the line, the innermost one first. An `else` is left out, because
// its condition is in another line.
std::vector<Head> around(const std::vector<std::string>& lines, int line) {
  std::vector<Head> found;
  int closed = 0;       // number of } minus number of {, from `above` to `line`
  bool is_next = true;  // whether all lines between `above` and `line` are empty
  for (int above = line - 1; above >= 1; above--) {
    const std::string& text = lines[above - 1];
    if (has(text, "__global__") || has(text, "__device__")) break;
    const size_t last = text.find_last_not_of(" \t\r");
    if (last == std::string::npos) continue;
    const bool is_whole_head = is_next && text[last] == ')';
    is_next = false;
    for (size_t i = text.size(); i-- > 0;) closed += (text[i] == '}') - (text[i] == '{');
    if (closed >= 0 && !is_whole_head) continue;
    closed = std::max(closed, 0);
    if (has_word(text, {"for", "while", "do"}))
      found.push_back({above, true});
    else if (has_word(text, {"if"}))
      found.push_back({above, false});
  }
  return found;
}

// Whether the line is in a kernel (not in a function that a kernel calls) and outside of all loops.
bool is_in_no_loop(const std::vector<std::string>& lines, int line) {
  for (int above = line; above >= 1; above--) {
    const std::string& text = lines[above - 1];
    if (has(text, "__device__")) return false;
    if (has(text, "__global__")) break;
    if (above == line && has_word(text, {"for", "while", "do"})) return false;
    if (has_word(text, {"goto"})) return false;
    if (above == 1) return false;  // not in a kernel
  }
  const std::vector<Head> heads = around(lines, line);
  return std::none_of(heads.begin(), heads.end(), [](const Head& head) { return head.is_loop; });
}

// The index that the line uses for the array: `x + 1` for `a[x + 1]`. If the line does not use the
// array, but calls a single macro or function with one argument: this argument. Otherwise empty.
std::string index_in(const std::string& line, const std::string& array) {
  const auto inside = [&](size_t first, const char* const ends) {
    const size_t end = line.find_first_of(ends, first);
    return end == std::string::npos || line[end] != ends[0] ? "" : line.substr(first, end - first);
  };
  const size_t read = line.find(array + "[");
  if (read != std::string::npos) return inside(read + array.size() + 1, "][(");
  const bool is_one_call =
      std::count(line.begin(), line.end(), '(') == 1 && !calls_in(line).empty();
  return is_one_call ? inside(line.find('(') + 1, "),[") : "";
}

// The head of the innermost loop around the line. Empty if the line is in no loop, or if it is in a
// function that a kernel calls.
std::string loop_around(const std::vector<std::string>& lines, int line) {
  for (int above = line; above >= 1 && !has(lines[above - 1], "__global__"); above--)
    if (above == 1 || has(lines[above - 1], "__device__")) return "";
  for (const Head& head : around(lines, line))
    if (head.is_loop) return lines[head.line - 1];
  return "";
}

// The hint asks about the condition of a loop. If there is no loop, or if this condition does not
// compare the index, this question would not help, so the hint is replaced.
void ask_about_index(const std::vector<std::string>& lines, int line, suite::Failure& failure) {
  const std::string& text = lines[line - 1];
  if (is_in_no_loop(lines, line)) {
    failure.hint.refine({suite::Thought::index_of_access});
    return;
  }
  const std::string loop = loop_around(lines, line),
                    index = index_in(text, failure.finding->element.array);
  if (loop.empty() || index.empty() || has_word(text, {"for", "while", "do"})) return;
  if (!has_word(loop, {index.c_str()}) && !names_in(index).empty())
    failure.hint.refine({suite::Thought::bound_of_index, index});
}

bool is_shown(const suite::Failure& failure, const suite::Place& place) {
  return std::any_of(failure.places.begin(), failure.places.end(), [&](const suite::Place& known) {
    return known.file == place.file && known.line == place.line;
  });
}

}  // namespace

void tell_around(const std::vector<std::string>& lines, const std::string& file,
                 suite::Failure& failure) {
  const auto& finding = failure.finding;
  const int line = finding && finding->file == file ? statement_at(lines, finding->line) : 0;
  if (line == 0) return;
  const bool waits = is_barrier(finding->kind) && has(lines[line - 1], "__syncthreads");
  if (failure.hint->thought == suite::Thought::loop_condition)
    ask_about_index(lines, line, failure);
  if (!waits && (!is_out_of_bounds(finding->kind) || suite::has_fact<suite::Repairs>(failure) ||
                 suite::has_fact<suite::NotCompared>(failure)))
    return;
  suite::InsideOf fact{{file, finding->line}, waits, {}};
  size_t added = 0;
  for (const Head& head : around(lines, line)) {
    if (added == kMost) break;
    added += waits || !is_shown(failure, {file, head.line});
    add_sure_place(failure, {file, head.line});
    fact.around.push_back({{file, head.line}, head.is_loop});
  }
  if (added > 0) failure.what.push_back(fact);
}

}  // namespace handshake::check
