// The interface of the algorithms, for the program and the tests.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "extensions/common/improve.hpp"
#include "gpu/device_error.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::suitor {

enum class Algorithm { kOmpLd, kOmpSuitor, kGpuLd, kGpuSuitor, kRounds, kSorted };

// How the warps of a block of GPU-Suitor work together.
enum class Variant { kNoSync, kSyncNoLB, kSyncLB, kHybrid };

struct Options {
  Algorithm algorithm = Algorithm::kRounds;
  Variant variant = Variant::kNoSync;
  TieRule ties = TieRule::kIndex;
  int vertices_per_warp = 8;
  int threads_per_block = 128;
  int threads = 0;  // for algorithms on a CPU; 0: all threads of the machine
};

constexpr int kMostVerticesPerWarp = 256;
constexpr int kMostThreadsPerBlock = 1024;

struct Measures {
  double milliseconds = 0;          // from the graph in memory to the matching in memory
  double sort_milliseconds = 0;     // of the sort, in the algorithm kSorted
  int rounds = 0;                   // in algorithms that have rounds
  std::int64_t left_to_offers = 0;  // in kRounds: nodes that were left after the rounds
};

// A graph that is ready to be matched any number of times.
class Engine {
 public:
  virtual ~Engine() = default;
  // Matches the graph. Uses no result of an earlier run.
  virtual Measures run() = 0;
  // The matching of the last run: the partner of every node, or -1.
  virtual Buffer<Node> matches() const = 0;
  // Makes the matching of the last run heavier on the GPUs: as improve() of common/improve.hpp, with
  // the same result. The engine keeps the matching of the run. Returns nothing if the algorithm runs on the
  // CPU, or if the GPU has too little memory; then call improve().
  virtual std::optional<Improved> improve_on_gpu(int) { return std::nullopt; }
};

// The graph must outlive the engine. Throws InputError when a weight is not a finite number, and
// std::bad_alloc when there is not enough memory. The algorithms for GPUs also throw DeviceError:
// when there is no GPU, when a launch needs too much shared memory, or when a call of CUDA fails.
std::unique_ptr<Engine> make_engine(const CsrGraph& graph, const Options& options);

}  // namespace handshake::suitor
