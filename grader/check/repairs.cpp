// Theory of operation. One program contains all changes (src/cuda_on_cpu/translate/variants.hpp).
// First, each change is tried on the case that failed: most changes do not make it right. If a
// change does, all cases run with this change. The changes that make all cases right are built into
// a program for diagnostic mode. In this mode nothing may be found: a change that reads outside of
// an array is not right. A change that only writes the right value over the wrong one is not right
// either. If the remaining changes belong to many lines, it is not certain which line is wrong, so
// no line is named. Some changes are right only by chance, for example because they make a
// condition always false. Such a change is ignored if another change is really right. If all
// remaining changes are right only by chance, their lines are named, but not the changes. The
// search has a time limit; the changes that were found before the limit are used.
#include "check/repairs.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "check/source_outline.hpp"

namespace handshake::check {

namespace {

constexpr Seconds kMostTime{20};         // for the search
constexpr Seconds kMostTrials{13};       // for runs of the case that failed
constexpr int kMostCompileSeconds = 40;  // processor time of each process of the compiler
constexpr size_t kMostLines = 3;
// The largest number of changes that are built for diagnostic mode: per line, and in all.
constexpr size_t kMostOfLine = 3, kMostTried = 24;

struct Variant {
  int number = 0;
  bool stays = false;  // whether the change is made in place: it neither adds nor moves code
  std::string change, file;
  int line = 0, other_line = 0;
  std::string about;
  bool is_trick = false;  // right by chance

  bool is_of_line(const Variant& other) const { return line == other.line && file == other.file; }
};
using Variants = std::vector<Variant>;

// Reads the changes of the given files. `files` maps each name without folders to the whole path.
// The list at `path` starts with the likely changes.
Variants read_variants(const std::string& path, const std::map<std::string, std::string>& files) {
  Variants variants;
  std::ifstream in(path);
  for (std::string text; std::getline(in, text);) {
    std::istringstream words(text);
    Variant one;
    words >> one.number >> one.stays >> one.change >> one.file >> one.line >> one.other_line;
    const auto file = files.find(one.file);
    if (!words || file == files.end()) continue;
    one.file = file->second;
    words >> one.about;
    one.is_trick = one.change == "trick";
    variants.push_back(one);
  }
  return variants;
}

// Whether the line computes how many elements each thread gets: it divides the number of elements.
// In a right kernel, this line decides which thread writes an element, but not its value.
bool shares_out(const std::string& path, int line) {
  const SourceOutline file(path, {});
  for (const int one : file.at(line))
    for (const char* const size : {"numNodes", "numEdges", "numElements"})
      if (!file[one].is_head() && has(file[one].text, std::string(size) + " / ")) return true;
  return false;
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// The text of the ranges, such as "5-9,12-12".
std::string ranges(const LineRanges& lines) {
  std::string text;
  for (const auto& [first, last] : lines)
    text += (text.empty() ? "" : ",") + std::to_string(first) + "-" + std::to_string(last);
  return text;
}

bool make_program(const VariantProgram& program, const std::string& name) {
  const std::string path = program.directory + "/" + name, log = program.directory + "/make.log";
  const std::string command = "'" + program.make + "' -s '" + path +
                              "' HOST_LINES=" + ranges(program.host_lines) + " >'" + log + "' 2>&1";
  return std::system(("ulimit -t " + std::to_string(kMostCompileSeconds) + "; mkdir -p '" +
                      program.directory + "' && " + command)
                         .c_str()) == 0;
}

// Builds the program for diagnostic mode, with these changes only.
bool make_diagnostic(const VariantProgram& program, const Variants& only) {
  std::ofstream list(program.directory + "/only");
  for (const Variant& one : only) list << one.number << '\n';
  list.close();
  return list && make_program(program, "diagnostic/" + program.name);
}

// Whether the change adds code. Added code often helps in many places. So if it helps in several
// lines, this says little about where the mistake is.
bool adds_code(const Variant& one) {
  return one.change == "added" || one.change == "added_before" || one.change == "guard" ||
         one.change == "one_more_condition";
}

class Search {
 public:
  Search(Trials& trials, int case_number, const VariantProgram& program)
      : trials_(trials), case_number_(case_number), program_(program) {}

  // Changes that make all cases right in plain and in diagnostic mode, at most one per line. The
  // search ends when there are too many lines.
  Variants right_ones(const Variants& variants) {
    const Variants right = plain_ones(variants);
    if (right.empty() || !make_diagnostic(program_, right)) return {};
    Variants clean;
    for (const Variant& one : right) {
      const bool is_known = std::any_of(
          clean.begin(), clean.end(), [&](const Variant& other) { return other.is_of_line(one); });
      if (is_known || is_late() || clean.size() > kMostLines) continue;
      const bool covers = one.stays && trials_.writes_more(case_number_, one.number);
      if (!covers && trials_.is_clean(case_number_, one.number)) clean.push_back(one);
    }
    log("clean", clean);
    const auto begin_of_tricks =
        std::stable_partition(clean.begin(), clean.end(), [](auto& one) { return !one.is_trick; });
    if (begin_of_tricks != clean.begin()) clean.erase(begin_of_tricks, clean.end());
    return clean;
  }

 private:
  // The changes with which all cases are right in plain mode, a few for each line.
  Variants plain_ones(const Variants& variants) {
    Variants right;
    for (const Variant& one : variants)
      if (!is_late(kMostTrials) && trials_.is_right(case_number_, one.number)) right.push_back(one);
    log("tried", variants);
    log("right_in_case", right);
    Variants kept;
    for (Variant& one : right) {
      const size_t of_line = std::count_if(kept.begin(), kept.end(), [&](const Variant& other) {
        return other.is_of_line(one) && (one.is_trick || !other.is_trick);
      });
      if (of_line >= kMostOfLine || kept.size() == kMostTried || is_late()) continue;
      if (!trials_.all_are_right(one.number)) continue;
      one.is_trick |= trials_.has_fixed_condition();
      kept.push_back(one);
    }
    log("right_in_all", kept);
    std::stable_partition(kept.begin(), kept.end(), [](auto& one) { return !one.is_trick; });
    return kept;
  }

  // Writes to the log how many changes are left, and how much time has been used.
  void log(const std::string& what, const Variants& variants) {
    log_ << trials_.used().count() << " s, " << what << ": " << variants.size() << '\n';
  }

  bool is_late(Seconds most = kMostTime) const { return trials_.used() > most; }

  Trials& trials_;
  int case_number_;
  const VariantProgram& program_;
  std::ofstream log_{program_.directory + "/search.log"};
};

// Divides the changes into groups, which are tried one after another until one of them has a right
// change. Barriers come first: if threads do not wait for each other, the missing barrier is the
// mistake, even if another change avoids the race in shared memory.
std::vector<Variants> groups(const Variants& all, bool is_race, bool has_others) {
  Variants barriers, in_place, others;
  for (const Variant& one : all)
    (is_race && one.change == "barrier" ? barriers : one.stays ? in_place : others).push_back(one);
  return has_others ? std::vector<Variants>{barriers, in_place, others}
                    : std::vector<Variants>{barriers};
}

}  // namespace

suite::Repairs find_repairs(Trials& trials, const VariantProgram& program,
                            const suite::Failure& failure) {
  if (!make_program(program, program.name)) return {};
  const bool is_race = failure.verdict == suite::Verdict::race;
  const bool is_plain = !trials.is_right(failure.case_number, 0);
  if (!is_plain && !is_race) return {};
  const bool is_shared = is_race && failure.finding && is_in_shared_variable(*failure.finding);
  std::map<std::string, std::string> paths;
  for (const std::string& file : program.files) paths[base_name(file)] = file;
  Variants all = read_variants(program.directory + "/" + program.object + ".variants", paths);
  // If a thread has written the element, a change that only lets another thread write it would not
  // explain the wrong value.
  const auto is_beside = [&](const Variant& one) { return shares_out(one.file, one.line); };
  if (failure.writer && failure.got)
    all.erase(std::remove_if(all.begin(), all.end(), is_beside), all.end());
  Search search(trials, failure.case_number, program);
  Variants right;
  for (const Variants& group : groups(all, is_race, is_plain && !is_shared))
    if (right.empty()) right = search.right_ones(group);
  const bool adds = !right.empty() && adds_code(right.front());
  if (right.size() > (adds ? 1 : kMostLines)) return {};
  std::sort(right.begin(), right.end(), [](const Variant& a, const Variant& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  suite::Repairs repairs{{}, trials.leaves_out_largest()};
  for (const Variant& one : right)
    repairs.repairs.push_back(
        {one.is_trick ? "trick" : one.change, {one.file, one.line}, one.other_line, one.about});
  return repairs;
}

}  // namespace handshake::check
