// The algorithms. All of them find the greedy b-matching, to the bit.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "extensions/b_matching/distributed/options.hpp"
#include "extensions/b_matching/problem.hpp"

namespace handshake {

enum class BAlgorithm {
  kSorted,         // all edges in order: the definition, to compare with
  kSerialEager,    // b-Suitor of the papers: a node that is displaced proposes again at once,
  kSerialDelayed,  // or after all others
  kOmp,            // our fast one for CPUs
  kGpu,            // and for GPUs
  kSimulated,      // b-Suitor of many ranks in this process: distributed/
  kMpi,            // b-Suitor of ranks of MPI; not by solve(), but by run_mpi()
};

// How much of each list of neighbors the serial algorithms sort.
enum class Sorting {
  kNone,     // look through the whole list for every proposal
  kPartial,  // three times b neighbors, and as many again when they are used up
  kFull,
};

struct BOptions {
  BAlgorithm algorithm = BAlgorithm::kOmp;
  Sorting sorting = Sorting::kPartial;
  int threads = 0;  // of omp; 0: as many as the machine has; of each rank: one
  int gpus = 1;
  bool components = false;  // of gpu: wait after each step, and say how long it took
  std::int64_t memory = 0;  // of gpu: bytes that each may use; 0: all that is free
  int rounds = -1;          // of handshakes before the rest is settled by offers; -1: chosen
  DistributedOptions distributed;
};

struct BMeasures {
  double milliseconds = 0;           // from the graph in memory to the answer in memory
  std::int64_t rounds = 0;           // of handshakes, or of delayed proposals
  std::int64_t proposals = 0;        // that were taken; of the serial algorithms and of the rest
  std::int64_t rest = 0;             // nodes that handshakes left over
  std::int64_t offer_rounds = 0;     // of the GPU: launches in which the rest was settled
  std::int64_t edges_from_host = 0;  // of the GPU: of lists that came when they were read
  std::map<std::string, double> component_ms;  // of omp; of the GPU where they are asked for
  std::string more;                            // of ranks: members of the JSON beside these
};

// Adds `step` to the time of each step.
class StepTimes {
 public:
  explicit StepTimes(BMeasures* measures) : ms_(measures->component_ms) {}
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
BMatching solve(const BProblem& problem, const BOptions& options, BMeasures* measures);

}  // namespace handshake
