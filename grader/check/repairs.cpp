// Theory of operation. One program holds all changes (src/cuda_on_cpu/translate/variants.hpp). With
// each change, the case that failed runs first: most changes do not make it right. With the others,
// all cases run. If the changes that are left belong to many lines, none of these is sure to be the
// wrong one, and nothing is reported. The search has a time limit; what it has found by then is
// still true.
#include "check/repairs.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "suite/check_kernel.hpp"

namespace handshake::check {

namespace {

// The turns that the loops of a function may make. If they make more, the change has made a loop
// endless.
constexpr long kTurns = 2000, kTurnsPerElement = 50;
constexpr std::chrono::milliseconds kLimit{200};  // for one launch
constexpr std::chrono::seconds kMostTime{20};     // for the search
constexpr size_t kMostLines = 2;

struct Variant {
  int number = 0, line = 0;
  std::string change;
};

std::vector<Variant> read_variants(const std::string& path) {
  std::vector<Variant> variants;
  std::ifstream in(path);
  for (Variant one; in >> one.number >> one.change >> one.line;) variants.push_back(one);
  return variants;
}

// In this order: the changes that the student most likely needs come first. The first ones change
// existing code; the others add or move code, so there are many more of them.
constexpr const char* kOrder[] = {"comparison",
                                  "number",
                                  "logic",
                                  "assignment",
                                  "jump",
                                  "one_more",
                                  "arithmetic",
                                  "coordinate",
                                  "variable",
                                  "element",
                                  "condition",
                                  "left_out",
                                  "barrier",
                                  "loop",
                                  "repeated",
                                  "order",
                                  "place",
                                  "both",
                                  "one_more_condition",
                                  "guard",
                                  "added"};
constexpr size_t kSimple = 12;  // the number of the first ones

size_t rank(const std::string& change) {
  return std::find(std::begin(kOrder), std::end(kOrder), change) - std::begin(kOrder);
}

std::string object_of(suite::Kernel kernel) {
  const std::string file = suite::info(kernel).file;
  return file.substr(file.rfind('/') + 1) + ".o";
}

bool make_program(const VariantPrograms& variants, const std::string& program) {
  const std::string path = variants.directory + "/" + program;
  const std::string command = "'" + variants.make + "' -s '" + path + "' >'" + path + ".log' 2>&1";
  return std::system(("mkdir -p '" + variants.directory + "' && " + command).c_str()) == 0;
}

// The numbers that the program reads at every launch (runner/chosen_variant.cpp), in a file.
class Choice {
 public:
  explicit Choice(std::string path) : path_(std::move(path)) {}
  ~Choice() { std::remove(path_.c_str()); }
  Choice(const Choice&) = delete;
  Choice& operator=(const Choice&) = delete;

  const std::string& path() const { return path_; }
  void choose(int variant, long turns) const {
    const long numbers[2] = {variant, turns};
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    if (!file.is_open()) file.open(path_, std::ios::binary | std::ios::out);
    file.write(reinterpret_cast<const char*>(numbers), sizeof numbers);
    if (!file.flush()) throw std::runtime_error(path_ + ": cannot be written");
  }

 private:
  std::string path_;
};

class Search {
 public:
  Search(const Programs& programs, const std::string& directory, suite::Kernel kernel)
      : choice_(programs.scratch_path("variant")),
        programs_(programs),
        runners_(programs_),
        kernel_(kernel),
        cases_(suite::all_cases(kernel)) {
    programs_.directory = directory;
    programs_.limit = kLimit;
    programs_.allowances = std::make_shared<Allowances>();
    programs_.environment = {{"HANDSHAKE_VARIANT", choice_.path()}};
    programs_.begin_part();
    rehearsal_ = std::make_unique<suite::Rehearsal>(runners_, kernel);
  }

  bool case_is_right(int number, int variant) {
    return is_right(*rehearsal_, cases_[number - 1], variant);
  }

  // With fresh processes, because a wrong change may have left something behind.
  bool all_are_right(int variant) {
    suite::Rehearsal fresh(runners_, kernel_);
    return std::all_of(cases_.begin(), cases_.end(),
                       [&](const suite::KernelCase& one) { return is_right(fresh, one, variant); });
  }

  // The changes with which the case is right.
  std::vector<Variant> keep(const std::vector<Variant>& variants, int case_number, bool simple) {
    std::vector<Variant> kept;
    for (const Variant& one : variants) {
      const bool is_wanted = (rank(one.change) < kSimple) == simple && !is_late();
      if (is_wanted && case_is_right(case_number, one.number)) kept.push_back(one);
    }
    std::stable_sort(kept.begin(), kept.end(), [](const Variant& a, const Variant& b) {
      return rank(a.change) < rank(b.change);
    });
    return kept;
  }

  // The changes with which all cases are right, one for each line. Ends when there are too many.
  std::vector<Variant> confirm(const std::vector<Variant>& kept) {
    std::vector<Variant> confirmed;
    for (const Variant& one : kept) {
      const bool is_known = std::any_of(confirmed.begin(), confirmed.end(),
                                        [&](const auto& other) { return other.line == one.line; });
      if (is_known || is_late() || confirmed.size() > kMostLines) continue;
      if (all_are_right(one.number)) confirmed.push_back(one);
    }
    return confirmed;
  }

 private:
  bool is_late() const { return Clock::now() - begun_ > kMostTime; }

  bool is_right(suite::Rehearsal& rehearsal, const suite::KernelCase& one, int variant) {
    choice_.choose(variant, kTurns + kTurnsPerElement * static_cast<long>(one.expected.size()));
    return rehearsal.is_right(one);
  }

  Choice choice_;
  Programs programs_;
  ProcessRunners runners_;
  suite::Kernel kernel_;
  std::vector<suite::KernelCase> cases_;
  std::unique_ptr<suite::Rehearsal> rehearsal_;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace

std::vector<suite::Repair> find_repairs(const Programs& programs, const VariantPrograms& variants,
                                        suite::Kernel kernel, const suite::Failure& failure,
                                        const std::string& file) {
  const std::string program = std::string("run_") + suite::info(kernel).id;
  if (variants.directory.empty() || !make_program(variants, program)) return {};
  Search search(programs, variants.directory, kernel);
  if (search.case_is_right(failure.case_number, 0)) return {};
  const std::vector<Variant> all =
      read_variants(variants.directory + "/" + object_of(kernel) + ".variants");
  std::vector<Variant> right = search.confirm(search.keep(all, failure.case_number, true));
  if (right.empty()) right = search.confirm(search.keep(all, failure.case_number, false));
  if (right.size() > kMostLines) return {};
  std::sort(right.begin(), right.end(),
            [](const Variant& a, const Variant& b) { return a.line < b.line; });
  std::vector<suite::Repair> repairs;
  for (const Variant& one : right) repairs.push_back({one.change, {file, one.line}});
  return repairs;
}

}  // namespace handshake::check
