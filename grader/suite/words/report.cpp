// What `make check` prints before and after the sentences about a failure. See report.hpp.
#include "suite/words/report.hpp"

#include <algorithm>

#include "suite/lab.hpp"
#include "suite/schedule.hpp"
#include "suite/words/names.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

std::string unreadable(const std::string& file) {
  return file + ": cannot be read";
}

std::string lost_mark(const std::string& file, const std::string& mark) {
  return file + ": the line \"" + mark + "\" is missing";
}

std::string not_as_declared(const std::string& kernel) {
  return kernel + " is not defined as " + lab().header +
         " declares it: name and arguments must be the same";
}

std::string not_built(const std::string& program) {
  return program + " does not build";
}

std::string built_nothing(const std::string& last_line) {
  return "was not built this time" + (last_line.empty() ? "" : " (" + last_line + ")") +
         "; run make check again";
}

std::string needs_part(const std::string& name) {
  return "needs " + name;
}

std::string needs_parts_above() {
  return needs_part("the parts above");
}

std::string all_right(int cases, long runs) {
  return counted(cases, "case") + ", " + number(runs) + " runs";
}

std::string no_such_case(int wanted, const std::string& name, int cases) {
  return "CASE=" + number(wanted) + ": " + name + " has the cases 1 to " + number(cases);
}

std::string scene(const Failure& failure) {
  std::string said = "Case " + number(failure.case_number) + ": " + failure.title;
  if (failure.shape.threads > 0) said += "; " + shape(failure.shape);
  if (failure.pass > 1) said += "; pass " + number(failure.pass);
  if (failure.schedule == kGpuOrder) return said + "; on the GPU";
  if (is_taking_turns(failure.schedule))
    return said + "; the threads take turns, one access at a time";
  const bool is_natural = failure.schedule.empty() || failure.schedule == "forward";
  return is_natural ? said : said + "; order of threads: " + failure.schedule;
}

std::string last_writer(const Failure& failure) {
  const Writer& writer = *failure.writer;
  return element(failure.array, failure.index) + " was last written by " +
         thread({writer.block, writer.thread, failure.shape}) + " at " +
         place(Place{writer.file, writer.line}) + ".";
}

std::string think_about(const std::string& hint) {
  return "Think about: " + hint;
}

std::string printed() {
  return "The program printed:";
}

std::string only_again(const std::string& command) {
  return "Only this case again:  " + command;
}

std::string compiler_warned() {
  return "The compiler warned when it built this file:";
}

std::string more_of_the_build() {
  return "... (more of the same)";
}

std::vector<std::vector<std::string>> memory_table(const Failure& failure) {
  const auto line = [](int line) { return line > 0 ? "line " + number(line) : std::string("-"); };
  // A copy into one piece of an allocation says nothing about its other pieces.
  const auto filled = [&line](const ArrayLife& life) {
    if (life.filled == 0) return life.is_managed ? std::string("managed") : line(0);
    return life.is_piece ? std::string("piece") : line(life.filled);
  };
  // The column "freed in line" is left out if nothing was freed, because the run may have ended
  // before the first cudaFree. For a leak, the column is always shown.
  const bool shows_freed = (failure.finding && failure.finding->kind == Kind::leak) ||
                           std::any_of(failure.memory.begin(), failure.memory.end(),
                                       [](const ArrayLife& life) { return life.freed > 0; });
  std::vector<std::vector<std::string>> rows = {
      {"array", "elements", "needed", "allocated", "filled", "freed", "first used by"}};
  for (const ArrayLife& life : failure.memory) {
    if (life.user.empty()) continue;  // no kernel uses this array, so its memory is not known
    rows.push_back({life.variable, life.allocated > 0 ? number(life.has) : "-", number(life.needs),
                    line(life.allocated), filled(life), line(life.freed), life.user});
  }
  if (rows.size() == 1) rows.clear();
  constexpr int kFreed = 5;
  for (std::vector<std::string>& row : rows)
    if (!shows_freed) row.erase(row.begin() + kFreed);
  return rows;
}

std::string unknown_value() {
  return "(? is an undefined value)";
}

std::string note_line(const std::string& note) {
  return "Note: " + note;
}

std::string all_ok() {
  return "All parts that were asked for are OK.";
}

std::string start_with(const std::string& name, const std::vector<std::string>& files,
                       const std::string& id) {
  std::string all;
  for (const std::string& file : files) all += (all.empty() ? "" : " and ") + file;
  return "Start with " + name + ": write your code between the marks in " + all +
         ", and run make check-" + id + ".";
}

std::string first_of_several(const std::string& lab) {
  return "This is the first failure. All of them:  make check-verbose" +
         (lab.empty() ? "" : " LAB=" + lab);
}

std::string also_in(const std::string& file) {
  return "Also in " + file;
}

std::string other_request() {
  return "the reply belongs to another request";
}

std::string too_long() {
  return "the reply is longer than allowed";
}

std::string seen_and_not_told(Kind kind) {
  return std::string("a fault was seen (") + name_of(kind) +
         "), and the program ended before the place of the fault could be found";
}

std::string incomplete_findings() {
  return "the program ended before diagnostic mode could report its findings: do not call exit,"
         " and let the program end by itself";
}

std::string endless_end() {
  return "the kernels ended, but the program did not: its code after the kernels, for example in "
         "a destructor, runs without end";
}

std::string foreign_descriptor() {
  return "it wrote to a file descriptor that is not its own";
}

std::string machine_is_busy() {
  return "this machine was too busy to measure the program: perhaps the program is slow, or "
         "perhaps it only had to wait for other programs; try again";
}

std::string sandbox_failed(const std::string& printed) {
  return "the sandbox failed, so the program was not run: " + printed;
}

}  // namespace handshake::suite::words
