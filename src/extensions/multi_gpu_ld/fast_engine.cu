// The host code of the fast engine: launches the kernels in order, and copies data between GPUs.
#include <algorithm>

#include "extensions/common/copies.cuh"
#include "extensions/common/memory_limit.cuh"
#include "extensions/common/partition.hpp"
#include "extensions/common/parts_of_gpus.cuh"
#include "extensions/multi_gpu_ld/fast_engine.cuh"
#include "extensions/multi_gpu_ld/settle.cuh"

namespace handshake::ld {
namespace {

std::vector<Node> cut(const CsrGraph& graph, const Options& options) {
  return cut_by_edges(graph, 0, graph.numNodes, options.gpus, 32);
}

// Adds up the degrees of all nodes in a list, with one thread per node.
//   out  sum   by atomicAdd, one per warp
__global__ void sum_degrees_gpu(GraphPart part, const Node* nodes, const int* count,
                                unsigned long long* sum) {
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *count; i += gridDim.x * blockDim.x) {
    mine += part.degree(nodes[i]);
  }
  mine = warp_sum(mine);
  if (lane_of_thread() == 0 && mine > 0) atomicAdd(sum, mine);
}

}  // namespace

std::int64_t FastEngine::bytes(const HostGraph& host, const Options& options) {
  std::int64_t most = 0;
  if (host.graph->numNodes == 0) return most;
  const std::vector<Node> borders = cut(*host.graph, options);
  for (int p = 0; p < options.gpus; ++p) {
    most = std::max(most, FastPart::bytes(host, borders[p], borders[p + 1]));
  }
  return most;
}

bool FastEngine::fits(const HostGraph& host, const Options& options) {
  const std::int64_t needed = bytes(host, options);
  for (int p = 0; p < options.gpus; ++p) {
    CUDA_CHECK(cudaSetDevice(p));
    if (needed > memory_limit(options.memory)) return false;
  }
  return true;
}

FastEngine::FastEngine(const CsrGraph& graph, const Options& options)
    : FastEngine({&graph, DeviceWeights(graph).bits()}, options) {}

FastEngine::FastEngine(const HostGraph& host, const Options& options)
    : nodes_(host.graph->numNodes),
      edges_(host.graph->numEdges()),
      weights_{graph::View(*host.graph).weights},
      options_(options),
      has_keys_(host.keys != nullptr) {
  const std::vector<Node> borders = cut(*host.graph, options);
  for (int p = 0; p < options.gpus; ++p) {
    CUDA_CHECK(cudaSetDevice(p));
    parts_.push_back(std::make_unique<FastPart>(p, host, borders[p], borders[p + 1]));
  }
  connect_parts(borders);
}

FastEngine::FastEngine(const GraphOnDevice& graph, const graph::WeightSpans& weights,
                       const Options& options)
    : nodes_(graph.nodes),
      edges_(graph.edges),
      weights_{weights, true},
      options_(options),
      has_keys_(false) {
  CUDA_CHECK(cudaSetDevice(graph.device));
  parts_.push_back(std::make_unique<FastPart>(graph));
  connect_parts({0, nodes_});
}

void FastEngine::connect_parts(const std::vector<Node>& borders) {
  const int parts = static_cast<int>(parts_.size());
  all_.parts = parts;
  for (int p = 0; p < parts; ++p) {
    FastPart& part = *parts_[p];
    all_.begin[p] = borders[p];
    all_.graph[p] = part.graph;
    all_.candidates[p] = part.candidates.data();
    all_.bounds[p] = part.bounds.data();
    all_.best_offer[p] = part.best_offer.data();
    part.state.copies = parts;
    for (int q = 0; q < parts; ++q) {
      part.state.strongNeighbor_of[q] = parts_[q]->strongNeighbor.data();
    }
  }
}

void FastEngine::share_matched_bits() {
  share_bits(parts_, [](FastPart& part) {
    return BitsOfPart{part.matched_bits.data(), part.graph.begin, part.graph.end};
  });
}

// How many passes come before the last phase. Small graphs are faster without passes. For large
// graphs, a pass does the same work faster than the last phase. Both were measured on an H200.
int FastEngine::choose_passes() const {
  if (options_.passes >= 0) return options_.passes;
  return nodes_ <= (1 << 20) ? 0 : 4;
}

template <class TiesOf>
void FastEngine::run_all(const TiesOf& ties_of, Measures& measures) {
  const int passes = choose_passes();
  on_every_part(parts_, [&](FastPart& part) {
    CUDA_CHECK(cudaMemsetAsync(part.counters.data(), 0, sizeof(Counters), part.stream.get()));
    launch_first_pass(part.graph, part.state, ties_of(part), part.edges, part.matches.size(),
                      part.processors, part.stream.get());
  });
  wait_for_each_other(parts_);
  end_component(measures, "first pass");
  on_every_part(parts_, [&](FastPart& part) {
    first_handshake_gpu<<<part.processors * kBlocksPerProcessor, kBlockSize, 0,
                          part.stream.get()>>>(part.graph, part.state);
  });
  end_component(measures, "matching");
  share_matched_bits();
  end_component(measures, "exchange");
  for (int pass = 1; pass <= passes; ++pass) {
    on_every_part(parts_, [&](FastPart& part) {
      const int blocks = part.processors * kBlocksPerProcessor;
      point_gpu<<<blocks, kBlockSize, 0, part.stream.get()>>>(part.graph, ties_of(part), part.state,
                                                              pass);
    });
    end_component(measures, "pointing");
    count_edges_read(pass);
    on_every_part(parts_, [&](FastPart& part) {
      const int blocks = part.processors * kBlocksPerProcessor;
      refill_gpu<<<part.processors * kRefillBlocksPerProcessor, kBlockSize, 0, part.stream.get()>>>(
          part.graph, ties_of(part), part.state, pass);
      CUDA_CHECK(cudaGetLastError());
      refill_long_gpu<<<blocks, kBlockSize, 0, part.stream.get()>>>(part.graph, ties_of(part),
                                                                    part.state, pass);
    });
    wait_for_each_other(parts_);
    end_component(measures, "refilling");
    on_every_part(parts_, [&](FastPart& part) {
      shake_hands_gpu<<<part.processors * kBlocksPerProcessor, kBlockSize, 0, part.stream.get()>>>(
          part.graph, part.state, pass);
    });
    end_component(measures, "matching");
    share_matched_bits();
    end_component(measures, "exchange");
  }
  on_every_part(parts_, [&](FastPart& part) {
    open_offers_gpu<<<part.processors * kBlocksPerProcessor, kBlockSize, 0, part.stream.get()>>>(
        part.graph, ties_of(part), part.state, passes);
  });
  wait_for_each_other(parts_);
  on_every_part(parts_, [&](FastPart& part) {
    settle_gpu<<<part.processors * kBlocksPerProcessor, kBlockSize, 0, part.stream.get()>>>(
        all_, ties_of(part), part.state, passes);
  });
  wait_for_each_other(parts_);
  on_every_part(parts_, [&](FastPart& part) {
    take_offers_gpu<<<part.processors * kBlocksPerProcessor, kBlockSize, 0, part.stream.get()>>>(
        part.graph, part.state, passes);
  });
  end_component(measures, "last phase");
  measures.passes = passes;
}

template <template <class Nodes> class Ties>
void FastEngine::run_with(Measures& measures) {
  if (has_keys_) {
    run_all([](FastPart& part) { return Ties<NodesByKey>{{part.keys.data()}}; }, measures);
  } else {
    run_all([](FastPart& part) { return Ties<OwnNodes>{{part.graph.offsets}}; }, measures);
  }
}

Measures FastEngine::run(TieRule ties) {
  options_.ties = ties;
  return run();
}

Measures FastEngine::run() {
  Measures measures;
  if (nodes_ == 0) return measures;
  on_every_part(parts_, [](FastPart& part) { part.stream.wait(); });
  const auto start = component_start_ = std::chrono::steady_clock::now();
  switch (options_.ties) {
    case TieRule::kIndex:
      run_all([](const FastPart&) { return IndexTies{}; }, measures);
      break;
    case TieRule::kHash:
      run_with<HashTies>(measures);
      break;
    case TieRule::kDegree:
      run_with<DegreeTies>(measures);
      break;
  }
  on_every_part(parts_, [](FastPart& part) { part.stream.wait(); });
  measures.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  add_counters(measures);
  return measures;
}

// If components are measured, waits for all GPUs, and adds to component `name` the time since the
// previous component ended.
void FastEngine::end_component(Measures& measures, const char* name) {
  if (!options_.components) return;
  on_every_part(parts_, [](FastPart& part) { part.stream.wait(); });
  const auto now = std::chrono::steady_clock::now();
  measures.component_milliseconds[name] +=
      std::chrono::duration<double, std::milli>(now - component_start_).count();
  component_start_ = now;
}

// With -components, counts the edges of the lists that this pass will read again.
void FastEngine::count_edges_read(int pass) {
  if (!options_.components) return;
  on_every_part(parts_, [&](FastPart& part) {
    const MatchState& state = part.state;
    unsigned long long* sum = &state.counters->edges_read[pass];
    const int blocks = part.processors * kBlocksPerProcessor;
    sum_degrees_gpu<<<blocks, kBlockSize, 0, part.stream.get()>>>(
        part.graph, state.exhausted, &state.counters->exhausted[pass], sum);
    CUDA_CHECK(cudaGetLastError());
    sum_degrees_gpu<<<blocks, kBlockSize, 0, part.stream.get()>>>(
        part.graph, state.long_lists, &state.counters->exhausted_long[pass], sum);
  });
}

void FastEngine::add_counters(Measures& measures) {
  measures.live_after_pass.assign(measures.passes + 1, 0);
  measures.exhausted_in_pass.assign(measures.passes + 1, 0);
  if (options_.components) measures.edges_read_in_pass.assign(measures.passes + 1, 0);
  on_every_part(parts_, [&](FastPart& part) {
    Counters counters;
    CUDA_CHECK(
        cudaMemcpy(&counters, part.counters.data(), sizeof counters, cudaMemcpyDeviceToHost));
    for (int pass = 0; pass <= measures.passes; ++pass) {
      measures.live_after_pass[pass] += counters.live[pass];
      measures.exhausted_in_pass[pass] += counters.exhausted[pass];
      if (options_.components) measures.edges_read_in_pass[pass] += counters.edges_read[pass];
    }
  });
  if (options_.components) measures.edges_read_in_pass[0] = edges_;
}

std::vector<PartToImprove> FastEngine::parts_to_improve() const {
  std::vector<PartToImprove> parts;
  for (const auto& part : parts_) parts.push_back({part->device, part->graph, part->edges});
  return parts;
}

std::int64_t FastEngine::bytes_to_improve() const {
  if (improver_ != nullptr) return 0;
  return GpuImprover::bytes(nodes_, weights_, parts_to_improve()).front();
}

// Returns false if the memory is not enough.
bool FastEngine::make_improver() {
  if (improver_ != nullptr) return true;
  const std::vector<PartToImprove> parts = parts_to_improve();
  const std::vector<std::int64_t> bytes = GpuImprover::bytes(nodes_, weights_, parts);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    CUDA_CHECK(cudaSetDevice(parts[p].device));
    // The free memory is what the engine has left; the memory that is allowed includes the engine.
    const std::int64_t used = options_.memory > 0 ? parts_[p]->own_bytes() : 0;
    if (used + bytes[p] > memory_limit(options_.memory)) return false;
  }
  improver_ = GpuImprover::make(nodes_, weights_, parts);
  return true;
}

const Node* FastEngine::improved_on_gpu(int scans) {
  if (!make_improver()) throw DeviceError("the GPU has too little memory to improve the matching");
  improver_->run(scans, {matches_on_gpu()});
  return improver_->matches().data();
}

std::optional<Improved> FastEngine::improve_on_gpu(int scans) {
  if (nodes_ == 0 || !make_improver()) return std::nullopt;
  std::vector<const Node*> starts;
  for (const auto& part : parts_) starts.push_back(part->matches.data());
  const QualityMeasures measures = improver_->run(scans, starts);
  return Improved{measures, on_host(improver_->matches())};
}

Buffer<Node> FastEngine::matches() {
  Buffer<Node> result(nodes_);
  on_every_part(parts_, [&](FastPart& part) {
    CUDA_CHECK(cudaMemcpy(result.data() + part.graph.begin, part.matches.data(),
                          part.matches.size() * sizeof(Node), cudaMemcpyDeviceToHost));
  });
  return result;
}

}  // namespace handshake::ld
