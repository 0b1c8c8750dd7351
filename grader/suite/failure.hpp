// The values that are needed to explain a failure. The code in words/ makes text from them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "suite/array_life.hpp"
#include "suite/case.hpp"
#include "suite/fact.hpp"
#include "suite/hint.hpp"

namespace handshake::suite {

enum class Verdict { ok, wrong, crash, race, slow, memory, no_build, not_started, not_checked };
const char* to_string(Verdict verdict);  // OK, WRONG, ..., NOT STARTED, NOT CHECKED

// The piece of an array that is shown.
struct ShownArray {
  std::string name;
  std::string what;                        // "before", "yours", "expected"
  std::string of;                          // what an index counts, such as "node"
  int first = 0;                           // the index of values[0]
  int length = 0;                          // of the whole array
  std::vector<std::optional<int>> values;  // none: the element was never written
  Type type = Type::integer;
};

// The thread that wrote the wrong value, if diagnostic mode knows it.
struct Writer {
  int block = 0, thread = 0;
  std::string file;
  int line = 0;
};

struct Failure {
  Verdict verdict = Verdict::wrong;
  std::string part;         // the ID of the part
  int case_number = 0;      // from 1, in the order of the part's cases
  std::string title;        // of the case
  int program_threads = 0;  // the number of threads that the whole program was given; 0: none
  Shape shape{0, 0};        // {0, 0} if the failure is not about a single launch
  std::string schedule;     // the order of threads
  bool diagnostic = false;  // whether it was found in diagnostic mode
  bool hangs = false;       // the run reached its time limit
  bool is_spent = false;    // all runs of its part together reached their time limit
  std::string mix;          // whose kernels ran, if not all had the same author
  int pass = 0;             // counted from 1, if passes ran

  std::string rule;   // what the handout asks for
  std::string array;  // empty if no element is wrong
  int index = -1;
  std::optional<Value> got;  // none: never written
  std::optional<Value> expected;
  int differences = 0;  // how many elements of the array are wrong

  std::vector<ShownArray> shown;
  std::vector<Fact> what;  // what is wrong
  KeptHint hint;           // what to think about
  std::vector<ArrayLife>
      memory;  // of each array of the GPU, if the fault is in the use of GPU memory
  std::optional<Writer> writer;
  std::optional<Finding> finding;  // the error that was detected; its line is 0 if unknown
  std::vector<Place> places;       // lines of the history: see add_place
  std::string unset_variable;      // the pointer that never got an allocation, or nothing
  // If a pointer has no memory or too little, or if memory is not freed: lines of all allocations.
  std::vector<int> allocating;
  std::string given_variable;  // the pointer to the memory that the fault is about, or nothing
  std::string printed;         // what the submission's process printed
};

// Whether one of the facts about the failure is of this type.
template <class T>
bool has_fact(const Failure& failure) {
  return std::any_of(failure.what.begin(), failure.what.end(),
                     [](const Fact& fact) { return fact.get<T>() != nullptr; });
}

// Whether one of the facts is this row.
inline bool has_fact(const Failure& failure, std::string_view id) {
  return std::any_of(failure.what.begin(), failure.what.end(),
                     [&](const Fact& fact) { return fact.is(id); });
}

// The lines of the history, and then those of the facts.
std::vector<Place> told_lines(const Failure& failure);
// Adds a source line, unless it is already there or there are already three lines.
void add_place(Failure& failure, const Place& place);
// Adds a line that must be shown, even if there are already three lines.
void add_sure_place(Failure& failure, const Place& place);

}  // namespace handshake::suite
