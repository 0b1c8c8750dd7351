// The input on several GPUs: each GPU decides how some of the nodes move, and stores their edges.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "extensions/common/connect_gpus.cuh"
#include "extensions/common/partition.hpp"
#include "extensions/common/parts_of_gpus.cuh"
#include "extensions/louvain/gpu_exchange.cuh"
#include "extensions/louvain/gpu_make_lists.cuh"
#include "gpu/stream.cuh"

namespace handshake::louvain {

// The default stream of a GPU. A call that names no stream uses this stream.
struct DefaultStream {
  cudaStream_t get() const { return nullptr; }
};

// The part of a level on one GPU, which must be the current GPU when the part is made. The part has
// all nodes, but only the nodes begin .. end - 1 have edges.
struct LevelPart {
  LevelPart(const LevelGraph& graph, int gpu, Node begin, Node end, const GpuLevel& whole,
            const GpuWork& first_work, int colors)
      : device(gpu),
        begin(begin),
        end(end),
        memory(bytes_here(graph, colors)),
        work(device == 0 ? first_work : GpuWork(&memory, graph.nodes, edges_of(graph), colors)) {
    std::vector<EdgeIndex> offsets(graph.offsets.begin(), graph.offsets.end());
    for (EdgeIndex& offset : offsets) {
      offset = std::clamp(offset, graph.offsets[begin], graph.offsets[end]) - graph.offsets[begin];
    }
    if (device == 0) level = whole;
    level.nodes = graph.nodes;
    level.edges = edges_of(graph);
    level.offsets = memory.copy_in(offsets.data(), offsets.size());
    if (device == 0) return;
    const EdgeIndex first = graph.offsets[begin];
    level.neighbors = memory.copy_in(graph.neighbors.data() + first, level.edges);
    level.strengths = memory.copy_in(graph.strengths.data(), graph.strengths.size());
    copy_weights(graph, first, first + level.edges, &memory, &level);
  }

  EdgeIndex edges_of(const LevelGraph& graph) const {
    return graph.offsets[end] - graph.offsets[begin];
  }
  // How many bytes the part needs on its GPU. On the first GPU, the whole graph and the memory for
  // the work are already allocated.
  std::size_t bytes_here(const LevelGraph& graph, int colors) const {
    const std::size_t nodes = graph.nodes, edges = edges_of(graph);
    return device == 0 ? (std::size_t{1} << 20) + 12 * nodes + edges / 32
                       : bytes_for(nodes, edges, colors);
  }

  int device;
  DefaultStream stream;
  Node begin, end;
  GpuMemory memory;
  GpuLevel level;
  GpuWork work;
  Event done;
};

class LevelParts {
 public:
  LevelParts(const GpuContext& gpu, const GpuLevel& whole, const GpuWork& work) : gpu_(gpu) {
    const LevelGraph& graph = gpu.problem.graph;
    const int gpus = gpu.options.gpus;
    const auto borders = cut_by_edges(graph.offsets.data(), 0, graph.nodes, gpus, kMarksEach);
    for (int i = 0; i < gpus; ++i) {
      CUDA_CHECK(cudaSetDevice(i));
      parts_.push_back(std::make_unique<LevelPart>(graph, i, borders[i], borders[i + 1], whole,
                                                   work, gpu.options.colors));
    }
    CUDA_CHECK(cudaSetDevice(0));
  }

  void make_lists() {
    for_each(
        [&](LevelPart& part) { louvain::make_lists(gpu_, part.work, &part.memory, &part.level); });
  }

  // Copies the data of the communities from the first GPU to all others. On each GPU, only
  // the GPU's own nodes become active.
  void begin(const LevelCommunities& c) {
    wait_for_each_other();
    const std::size_t nodes = gpu_.problem.graph.nodes;
    const std::size_t sum = fits_narrow(gpu_.problem) ? sizeof(NarrowSum) : sizeof(WideSum);
    const std::size_t marks = parts_of(nodes, kMarksEach) * kMarksEach;
    for_each([&](LevelPart& part) {
      const LevelCommunities& here = part.work.communities;
      if (part.device > 0) {
        copy(here.of_node, c.of_node, nodes * sizeof(Node));
        copy(here.next, c.of_node, nodes * sizeof(Node));
        copy(here.sums, c.sums, nodes * sum);
        copy(here.state, c.state, sizeof(PassState));
      }
      CUDA_CHECK(cudaMemsetAsync(here.active, 0, marks));
      CUDA_CHECK(cudaMemsetAsync(here.active + part.begin, 1, part.end - part.begin));
    });
    wait_for_each_other();
  }

  // Later work on any GPU will wait for all earlier work on all GPUs.
  void wait_for_each_other() {
    handshake::wait_for_each_other(parts_);
    CUDA_CHECK(cudaSetDevice(0));
  }

  // Calls visit(part) for each part, with the GPU of this part as the current one.
  template <class Visit>
  void for_each(const Visit& visit) {
    on_every_part(parts_, visit);
    CUDA_CHECK(cudaSetDevice(0));
  }

  // The number of directed edges that were read for decisions on all GPUs except the first one.
  std::int64_t scanned_elsewhere() {
    std::int64_t scanned = 0;
    for_each([&](const LevelPart& part) {
      PassState state;
      copy_out(part.work.communities.state, 1, &state);
      if (part.device > 0) scanned += static_cast<std::int64_t>(state.scanned);
    });
    return scanned;
  }

 private:
  static void copy(void* to, const void* from, std::size_t bytes) {
    CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault));
  }

  const GpuContext& gpu_;
  std::vector<std::unique_ptr<LevelPart>> parts_;
};

}  // namespace handshake::louvain
