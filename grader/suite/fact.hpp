// The facts about a failure, as values; words/ makes sentences from them.
#pragma once

#include <any>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/observed.hpp"
#include "suite/finding.hpp"
#include "suite/slot.hpp"
#include "suite/sure.hpp"

namespace handshake::suite {

// A row of words/facts.cpp, with the values of its slots.
struct Told {
  std::string_view id;
  Slots slots;
};

// How a launch, or a run of whole passes, ended.
enum class Ended {
  replied,
  cuda_error,
  exited,
  killed,
  timed_out,
  spent,  // the time limit of its part was used up before this run began
  flooded,
  bad_reply,
  not_built
};
struct End {
  Ended how = Ended::not_built;
  int code = 0;        // the exit code, or the signal
  long seconds = 0;    // the time limit
  std::string reason;  // the error message of CUDA, or what is wrong with the reply
};

struct KernelEnded {
  std::string kernel;
  End end;
};

// ---- an element, or an index

struct WrongElement {
  std::string array;
  int index;
  std::optional<Value> got;  // none: never written, or copied from memory that was never written
  Value expected;
};

// ---- what diagnostic mode saw

struct Found {
  Finding finding;
  bool is_named = false;  // whether an earlier sentence names the element
};
struct DidNotFit {
  Finding finding;  // a note about a number that was changed because its type is too small
};

// ---- what the steps of the threads show

struct IdleOwner {
  std::string array;  // its element was not written
  Task task;
  ThreadId owner;
  Deed deed;
  Place at;  // of the last access before deed.decision
};
struct WriterSaw {
  std::string array;
  int index;
  Deed deed;
};
struct WrittenOften {
  std::string array;
  int index, times, threads;
  std::optional<Place> first;  // the line of the first write, if the last write is in another line
  bool is_atomic = false;      // whether each write may have used the value that was there before
};
struct SharedOut {
  Task task;
  std::optional<Place> number, decision;
  std::vector<Place> loops;      // the loops that are not inside another loop
  std::optional<Place> outside;  // a write of another element, outside of all loops
  // Only for Reach::reads_others: whether a thread touched an element with the index of the task.
  bool came = false;
};

struct LastCondition {  // the last one that the thread reached before it wrote
  ThreadId thread;
  Place at;
  bool held;
};

// The value that was passed to an atomicMax or atomicMin.
struct GivenValue {
  bool to_max, has_sign;
  unsigned long long bits;  // if has_sign: the bits of an int64_t
};
inline bool operator<(const GivenValue& a, const GivenValue& b) {
  return a.has_sign ? static_cast<long long>(a.bits) < static_cast<long long>(b.bits)
                    : a.bits < b.bits;
}

// ---- GPU memory and the extra credit

struct BadMemoryCall {
  protocol::MemoryEvent event;
};
struct Leaked {
  protocol::MemoryEvent first;
  int arrays;
  int first_free;          // the first line that called cudaFree; 0: none
  std::vector<int> lines;  // the lines that allocated the arrays
};
struct Allocated {
  std::string variable;
  protocol::AllocationLines lines;
  bool was_freed;
  bool is_about_room = false;  // whether the fact is about the size, and not about the values
};
struct Overlap {
  std::string kernel, first, second;            // the arguments
  std::string first_variable, second_variable;  // in the first pass
  long distance;  // from the start of `first` to the start of `second`, in elements
  long needs;     // how many elements `first` needs
};
struct StaleResult {
  std::string variable;  // that should have been copied to the result
  int pass, passes;      // result: its values after pass `pass` of `passes`; 0: before pass 1
  bool was_copied;       // whether something was copied to the result
};
struct TooLittleRoom {
  std::string kernel, argument, variable;
  long has, needs;
  bool is_allocated;
};
struct LaunchRefused {
  std::string kernel;
  Place at;
  long blocks, threads, shared_bytes;  // requested by the launch; threads: per block
};
struct ProgramEnded {
  Place at;
  std::optional<Place> decision;  // the condition or loop around it
};
struct DeclaredAgain {
  std::string variable;
  Place at;
  std::optional<Place> used = {};  // where the outer variable is used; none: in the given code
};
struct FreesHostMemory {
  Place at;
};
struct CopiedUnfilled {
  std::string variable;
  Place at;
};
struct SetAt {
  std::string variable;
  Place used, at;
  bool is_sure = true;              // false: an `if` or a loop decides whether the line is executed
  std::optional<Place> later = {};  // a line between `at` and `used` that may set it again
  std::optional<Place> decision = {};  // if not is_sure: the `if` around it
};
// `at`: an access outside of an array, or a barrier that not all threads of a block reach.
// `around`: each `if` and loop around it, the innermost one first.
struct InsideOf {
  Place at;
  bool is_barrier;
  std::vector<std::pair<Place, bool>> around;  // a line; true: a loop, false: an `if`
};
// A copy uses a pointer for which no memory was allocated. Before the copy, only the line `at`
// allocated memory, and this memory was never used.
struct UnusedMemory {
  Place at;
};
// cudaMemset gave the elements a value that differs from its argument.
struct SetEachByte {
  Place at;
  int value;   // the argument of cudaMemset
  int byte;    // the value of each byte
  int as_int;  // the value of an int of four such bytes
};
struct FreesNotReached {
  Place at;
  std::optional<Place> decision;
};

// ---- notes

// Code that gives right results but should be better: a row of words/notes.cpp or of the lab's notes.
struct Note {
  std::string_view id;
  Slots slots = {};
};
// Whether they say the same of one kernel and array.
inline bool operator==(const Note& a, const Note& b) {
  const auto name = [](const Note& note, std::string_view slot) {
    const auto found = note.slots.find(slot);
    return found == note.slots.end() ? std::string() : std::get<std::string>(found->second);
  };
  return a.id == b.id && name(a, "kernel") == name(b, "kernel") &&
         name(a, "array") == name(b, "array");
}

// ---- the whole program

// The first case that failed has more nodes, edges or elements than every earlier case.
struct FirstOfItsSize {
  int cases;                                       // before it
  std::vector<std::pair<int, std::string>> sizes;  // each size, and what it counts: "node"
};
// A change that alone makes the kernel right. A change of the kind "trick" does so by chance. See
// src/cuda_on_cpu/translate/variants.hpp.
struct Repair {
  std::string change;  // the kind of the change
  Place at;
  int other_line = 0;  // a second line of the file that the change refers to; 0: there is none
  std::string about;
};
struct Repairs {
  std::vector<Repair> repairs;
  bool without_largest = false;  // the largest cases were not tried
};

// One fact of any type: of this file, or of a lab. A std::variant of so many types would cost 10 s of
// compile time in each file that copies it.
class Fact {
 public:
  // `lines` are shown because of this fact.
  template <class T, std::enable_if_t<!std::is_same_v<std::decay_t<T>, Fact>, int> = 0>
  Fact(T fact, Sure how_sure = Sure::steps, std::vector<Place> lines_of_it = {})
      : sure(how_sure), lines(std::move(lines_of_it)), fact_(std::move(fact)) {}

  Sure sure;
  std::vector<Place> lines;

  bool is(std::string_view id) const {
    const auto* const told = get<Told>();
    return told && told->id == id;
  }

  // A null pointer if the fact is of another type.
  template <class T>
  const T* get() const {
    return std::any_cast<T>(&fact_);
  }

 private:
  std::any fact_;
};

}  // namespace handshake::suite
