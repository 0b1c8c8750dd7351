// The algorithms for b-matching. All of them find exactly the same result, the greedy b-matching.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "extensions/b_matching/distributed/messages.hpp"
#include "extensions/b_matching/distributed/options.hpp"
#include "extensions/b_matching/problem.hpp"

namespace handshake::b_matching {

enum class Algorithm {
  kSorted,         // takes all edges in order, as in the definition; for comparisons
  kSerialEager,    // b-Suitor of the papers: a displaced node proposes again immediately
  kSerialDelayed,  // the same, but a displaced node waits until all others have proposed
  kOmp,            // our fast engine for CPUs
  kGpu,            // our engine for GPUs
  kSimulated,      // b-Suitor of many ranks in this process: distributed/
  kMpi,            // b-Suitor on the ranks of MPI; run by run_mpi(), not by solve()
};

// The serial algorithms sort this part of each list of neighbors.
enum class Sorting {
  kNone,     // look through the whole list for every proposal
  kPartial,  // sort 3 * b neighbors, and the next 3 * b when these are used up
  kFull,
};

struct Options {
  Algorithm algorithm = Algorithm::kOmp;
  Sorting sorting = Sorting::kPartial;
  int threads = 0;  // 0: omp uses all threads of the machine, and a rank uses one
  int gpus = 1;
  bool components = false;  // for gpu: wait after each step, and report its time
  std::int64_t memory = 0;  // for gpu: bytes that each GPU may use; 0: 95 % of its free memory
  int rounds = -1;          // rounds of handshakes before the offers; -1: the engine chooses
  DistributedOptions distributed;
};

struct Measures {
  double milliseconds = 0;           // from the graph in memory to the answer in memory
  std::int64_t rounds = 0;           // rounds of handshakes, or of delayed proposals
  std::int64_t proposals = 0;        // accepted proposals (serial-*) or offers (omp)
  std::int64_t rest = 0;             // nodes that are left after the handshakes
  std::int64_t offer_rounds = 0;     // for gpu: launches in which offers were made
  std::int64_t edges_from_host = 0;  // for gpu: edges of lists that the host has sent
  std::map<std::string, double> component_milliseconds;  // for omp; for gpu if requested
  Counts traffic;                                        // for simulated: of all ranks together
  std::int64_t most_proposals = 0;                       // for simulated: of one rank
  std::int64_t bundles = 0;  // for simulated: messages that MPI would have sent
};

// Adds the time of each step to the total time of the steps with the same name.
class StepTimes {
 public:
  explicit StepTimes(Measures* measures) : ms_(measures->component_milliseconds) {}
  void end_step(const std::string& name) {
    const auto now = std::chrono::steady_clock::now();
    ms_[name] += std::chrono::duration<double, std::milli>(now - start_).count();
    start_ = now;
  }
  void end_step(const std::string& name, std::int64_t round) {
    end_step(name + (round < 10 ? " 0" : " ") + std::to_string(round));
  }

 private:
  std::map<std::string, double>& ms_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Throws InputError if a weight is not finite; may throw DeviceError and std::bad_alloc.
BMatching solve(const Problem& problem, const Options& options, Measures* measures);

}  // namespace handshake::b_matching
