// LD-GPU as the paper describes it (Algorithm 2). Each GPU has one host thread and one range of
// nodes; all ranges have about the same number of edges. The edges of a range are split into
// batches, which use two buffers and two streams. A pointing phase and a matching phase take turns;
// an NCCL all-reduce follows each phase.
#pragma once

#include <memory>
#include <vector>

#include "extensions/common/device_weights.hpp"
#include "extensions/common/order.hpp"
#include "extensions/multi_gpu_ld/communicators.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/multi_gpu_ld/gathering.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"

namespace handshake::ld {

// The data that one host thread and its GPU own.
struct PaperGpu {
  int device = 0;
  std::vector<Node> borders;  // batch b holds the nodes borders[b] .. borders[b + 1] - 1
  Stream streams[2];
  DeviceArray<EdgeIndex> offsets;  // of the whole graph
  DeviceArray<Node> neighbors[2];  // up to two buffers, each as large as the largest batch
  DeviceArray<std::int32_t> weight_bits[2];
  DeviceArray<Node> pointers;                  // [numNodes]
  DeviceArray<Node> mate;                      // [numNodes]
  DeviceArray<int> new_mates;                  // [1]
  DeviceArray<unsigned long long> edges_read;  // [1]
  int loaded[2] = {-1, -1};                    // the batch that each buffer holds
  Measures measures;

  Node begin() const { return borders.front(); }
  Node end() const { return borders.back(); }
};

class PaperEngine : public Engine {
 public:
  PaperEngine(const CsrGraph& graph, const Options& options);
  Measures run() override;
  Buffer<Node> matches() override;

 private:
  int choose_batches(const Options& options, const std::vector<Node>& borders) const;
  void prepare(PaperGpu& gpu, int batches);
  template <class TiesOf>
  void match(PaperGpu& gpu, const TiesOf& ties_of);
  void load_batch(PaperGpu& gpu, int b);
  void count_edges_read(PaperGpu& gpu);
  void all_reduce(PaperGpu& gpu, void* data, std::size_t count, ncclDataType_t type,
                  ncclRedOp_t operation);
  void wait_for_all_reduce(PaperGpu& gpu);
  void wait_for_each_other(PaperGpu& gpu);
  template <class Ties>
  void set_pointers(PaperGpu& gpu, int b, const Ties& ties);

  const CsrGraph& graph_;
  Options options_;
  DeviceWeights weights_;
  Gathering gathering_;
  std::vector<std::unique_ptr<PaperGpu>> gpus_;
  Communicators communicators_;
};

}  // namespace handshake::ld
