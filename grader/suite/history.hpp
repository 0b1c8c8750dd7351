// What the threads of a launch did, step by step, and in which lines of the submission.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuda_on_cpu/findings/finding.hpp"
#include "suite/case.hpp"
#include "suite/failure.hpp"

namespace handshake::suite {

struct Step {
  StepKind kind;
  int thread;               // its number in the whole grid
  int place;                // index into History::places
  int allocation;           // of an access: the number of its allocation, counted from 1
  int first = 0, last = 0;  // of an access: it touches these ints of the allocation, or these
                            // bytes of shared memory
  std::optional<GivenValue> given = {};
};

struct Argument {
  int position;  // the pointer's place among the kernel's arguments, counted from 1
  int allocation;
  int first;  // the pointer points to the int with this index in the allocation
};

struct LaunchHistory {
  std::string kernel;
  int blocks = 1, threads = 1;
  int place = 0;  // where the launch is: index into History::places
  std::vector<Argument> arguments;
  std::vector<Step> steps;
};

struct RefusedLaunch {
  int place;
  std::string kernel;
  long blocks, threads, shared_bytes;  // what the launch requests; `threads`: per block
};

// The history of a process. The process is not trusted, so its history may explain a failure, but
// never decides whether there is a failure.
struct History {
  std::vector<Place> places;
  std::vector<LaunchHistory> launches;
  std::vector<RefusedLaunch> refused;
  int exit = -1;              // the place where the program called exit; -1: it did not
  bool is_whole = true;       // false: not all steps were kept
  size_t whole_launches = 0;  // if not is_whole: number of launches whose steps were all kept
};

bool is_write(const Step& step);
bool is_access(const Step& step);

// True if no thread worked on the element whose value is wrong.
bool has_lost_task(const Failure& explained);

// The place where a thread first uses a __device__ or static variable, if any thread does. Also
// adds this place to failure.places.
std::optional<Place> use_of_variable(const History& history, Failure& failure);

// The places where launches of the kernel write its output, in the order of the first writes.
std::vector<Place> places_of_writes(const KernelCase& kernel_case, const History& history);

// Adds to the failure: which thread wrote the element last, or why no thread did, and the lines
// that show this. failure.array and failure.index must be set.
void explain_with_history(const KernelCase& kernel_case, const History& history, Failure& failure);

// Adds what the thread does in every round of a loop that does not end.
void explain_endless(const KernelCase& kernel_case, const History& history, ThreadId thread,
                     Failure& failure);

}  // namespace handshake::suite
