// Makes sentences from findings of the CUDA runtime, with the threads and the lines.
#include <algorithm>
#include <iterator>

#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

namespace {

// Whether all threads that the finding names could be those of a launch with one dimension.
bool is_line(const Finding& finding) {
  const Index* const all[] = {&finding.block, &finding.thread, &finding.other_block,
                              &finding.other_thread};
  return std::all_of(std::begin(all), std::end(all),
                     [](const Index* one) { return one->y == 0 && one->z == 0; });
}

// "3", "(3, 1)" or "(3, 1, 2)"
std::string position(const Index& of, bool is_line) {
  if (is_line) return number(of.x);
  return "(" + number(of.x) + ", " + number(of.y) + (of.z > 0 ? ", " + number(of.z) : "") + ")";
}

// "thread 3 of block 0, at src/file.cu:22" or, if the thread is not known, "at src/file.cu:22".
std::string access(const Index& block, const Index& thread, bool is_line, const std::string& file,
                   int line) {
  std::string who = thread.x < 0 ? ""
                                 : "thread " + position(thread, is_line) + " of block " +
                                       position(block, is_line);
  const std::string where = file.empty() || line <= 0 ? "" : place(file, line);
  if (where.empty()) return who;
  return who.empty() ? "at " + where : who + ", at " + where;
}

std::string access(const Finding& finding) {
  return access(finding.block, finding.thread, is_line(finding), finding.file, finding.line);
}

std::string named(const Finding& finding) {
  return element(finding.element.array, static_cast<int>(finding.element.index));
}

}  // namespace

std::string text(const Finding& finding) {
  const bool is_of_all_elements =
      finding.kind == Kind::uninitialised_read && is_of_runner(finding.file);
  if (is_of_all_elements && finding.element.known())  // a kernel need not read this one
    return "no value, or not a whole one, was given to " + named(finding) +
           (finding.kernel.empty() ? "" : " of " + finding.kernel);
  return finding.text + (finding.is_harmless
                             ? "; the result was right in all orders of accesses that were tried"
                             : "");
}

Sentences say(const Found& fact) {
  const Finding& finding = fact.finding;
  Sentences said;
  // The code of the kit that calls the submission is not shown.
  const bool is_of_caller = is_of_runner(finding.file);
  if (!fact.is_named) said.push_back(capital(text(finding)) + ".");
  if (is_partly_outside(finding)) said.push_back("The access begins at " + named(finding) + ".");
  const bool is_of_result = finding.file.find("/runner/wrapper_runner.cu") != std::string::npos;
  if (is_of_result && finding.kind == Kind::host_use_after_free)
    said.push_back("This was in code of the kit, after one_way_handshake had returned.");
  const std::string here = is_of_caller ? "" : access(finding);
  const std::string there = access(finding.other_block, finding.other_thread, is_line(finding),
                                   finding.other_file, finding.other_line);
  if (!here.empty()) said.push_back("This was " + here + ".");
  const bool is_of_copy =
      finding.kind == Kind::used_too_early || finding.kind == Kind::read_before_copy_ends;
  const char* other = is_of_copy                                  ? "The copy was "
                      : finding.kind == Kind::host_use_after_free ? "It was freed "
                      : is_barrier(finding.kind)                  ? "Among the others was "
                                                                  : "The other one was ";
  if (!there.empty()) said.push_back(other + there + ".");
  if (is_race(finding.kind) && !here.empty() && !there.empty())
    said.push_back(
        "CUDA gives these two accesses no order: the access of either thread may come first.");
  return said;
}

Sentences say(const DidNotFit& fact) {
  const Finding& finding = fact.finding;
  const bool is_shift = finding.kind == Kind::shift_too_far;
  return {std::string(is_shift ? "A number was shifted too far ("
                               : "A number did not fit into its type (") +
          access(finding) + "): " + finding.text + "."};
}

}  // namespace handshake::suite::words
