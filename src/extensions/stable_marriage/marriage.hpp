// The answer: the married pairs, and how they were found.
#pragma once

#include <cstdint>
#include <string>

#include "extensions/stable_marriage/problem.hpp"
#include "gpu/device_error.hpp"

namespace handshake::marriage {

// The partners of man m begin at partners[men_places.first(m)] and end before
// partners[men_places.first(m + 1)]: first the women, in his order of preference, then kNobody for
// places that stay free. The marriage is the stable marriage that is best for every man. There is
// only one such marriage, so it is the same for every algorithm, engine and number of threads.
struct Marriage {
  Buffer<Person> partners;
};

enum class Algorithm { kAuto, kGaleShapley, kMcVitieWilson };
enum class EngineKind { kAuto, kSerial, kOmp, kGpu };

struct Options {
  Algorithm algorithm = Algorithm::kAuto;
  EngineKind engine = EngineKind::kAuto;
  int threads = 0;          // of omp; 0: as many as the machine has
  int gpus = 1;             // for gpu: only complete lists allow more than one
  bool make_ranks = false;  // for gpu: makes the ranks of complete lists; this is timed
};

struct Measures {
  std::string engine;  // the engine that solved the problem
  Algorithm algorithm = Algorithm::kAuto;
  double milliseconds = 0;      // from the lists to the answer
  double whole_call = 0;        // the same, with copies to the GPU and with the counts below
  std::int64_t considered = 0;  // women at whom men looked; the same for every engine
  std::int64_t placements = 0;  // offers that women took; grows with the number of threads
  std::int64_t rounds = 0;      // of offers; 0 if the engine does not count rounds
  std::int64_t matched = 0;     // pairs
};

// Throws DeviceError if there is no GPU; may throw std::bad_alloc.
Marriage solve(const Problem& problem, const Options& options, Measures* measures);

}  // namespace handshake::marriage
