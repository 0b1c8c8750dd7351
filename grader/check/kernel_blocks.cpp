// Looks for each `if` and each loop around a line. See kernel_blocks.hpp.
#include "check/kernel_blocks.hpp"

#include <algorithm>

#include "check/source_facts.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMost = 2;

// The line of an `if` or a loop.
struct Head {
  int line;
  bool is_loop;
};

bool has_word(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const size_t end = at + std::string(word).size();
      if ((at == 0 || !is_name_letter(text[at - 1])) &&
          (end == text.size() || !is_name_letter(text[end])))
        return true;
    }
    return false;
  });
}

// Each `if` and loop that the line is inside of, the innermost one first. An `else` is left out,
// because its condition is in another line.
std::vector<Head> around(const std::vector<std::string>& lines, int line) {
  std::vector<Head> found;
  int closed = 0;       // ends of blocks minus beginnings, from `above` to `line`
  bool is_next = true;  // until the first line above that is not empty
  for (int above = line - 1; above >= 1; above--) {
    const std::string text = without_comment(lines[above - 1]);
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

// Whether a line of a kernel, and not of a function that it calls, is in no loop.
bool is_in_no_loop(const std::vector<std::string>& lines, int line) {
  for (int above = line; above >= 1; above--) {
    const std::string text = without_comment(lines[above - 1]);
    if (has(text, "__device__")) return false;
    if (has(text, "__global__")) break;
    if (above == line && has_word(text, {"for", "while", "do"})) return false;
    if (has_word(text, {"goto"})) return false;
    if (above == 1) return false;  // not in a kernel
  }
  const std::vector<Head> heads = around(lines, line);
  return std::none_of(heads.begin(), heads.end(), [](const Head& head) { return head.is_loop; });
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
  if (!finding || finding->file != file || finding->line < 1 ||
      finding->line > static_cast<int>(lines.size()))
    return;
  const bool is_barrier =
      finding->kind.rfind("barrier_", 0) == 0 && has(lines[finding->line - 1], "__syncthreads");
  if (failure.hint.thought == suite::Thought::loop_condition && is_in_no_loop(lines, finding->line))
    failure.hint.thought = suite::Thought::index_of_access;
  if (!is_barrier &&
      (!has(finding->kind, "out_of_bounds") || suite::has_fact<suite::Repairs>(failure) ||
       suite::has_fact<suite::NotCompared>(failure)))
    return;
  suite::InsideOf fact{{file, finding->line}, is_barrier, {}};
  size_t added = 0;
  for (const Head& head : around(lines, finding->line)) {
    if (added == kMost) break;
    added += is_barrier || !is_shown(failure, {file, head.line});
    add_sure_place(failure, {file, head.line});
    fact.around.push_back({{file, head.line}, head.is_loop});
  }
  if (added > 0) failure.what.push_back(fact);
}

}  // namespace handshake::check
