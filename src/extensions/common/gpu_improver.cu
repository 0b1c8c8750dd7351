// The host code of GpuImprover: makes the arrays, and launches the kernels in order.
#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>

#include "extensions/common/copies.cuh"
#include "extensions/common/device_weights.hpp"
#include "extensions/common/gpu_improver.cuh"
#include "extensions/common/gpu_improver.hpp"
#include "extensions/common/improve_claims.cuh"
#include "extensions/common/improve_faults.hpp"
#include "extensions/common/improve_paths.cuh"
#include "gpu/stream.cuh"

namespace handshake {
namespace {

constexpr int kBlocksPerProcessor = 2048 / kImproveBlock;

// The type of the weights on the device. Without weights, the engines store ones of four bytes.
template <class Weights>
using OnDevice = std::conditional_t<std::is_same_v<Weights, graph::NoWeights>, float,
                                    typename Weights::value_type>;

template <class Weight>
class Improver : public GpuImprover {
 public:
  Improver(Node nodes, const WeightsToImprove& weights, const std::vector<PartToImprove>& parts)
      : parts_(parts), nodes_(nodes), first_device_(select(parts.front().device)) {
    add_parts(weights);
    select(first_device_);
    CUDA_CHECK(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, first_device_));
    matches_ = DeviceArray<Node>(nodes_);
    pair_weight_ = DeviceArray<Weight>(nodes_);
    paths_ = DeviceArray<Path<Gain>>(nodes_);
    claims_ = DeviceArray<unsigned long long>(nodes_);
    looks_in_ = DeviceArray<std::uint8_t>(nodes_);
    changed_in_ = DeviceArray<std::uint8_t>(nodes_);
    for (DeviceArray<Node>& list : lists_) list = DeviceArray<Node>(nodes_);
    counts_ = DeviceArray<ScanCounts>(1);
    free_counts_ = DeviceArray<FreeCounts>(1);
    first_fault_ = DeviceArray<unsigned long long>(2);
    state_.matches = matches_.data();
    state_.pair_weight = pair_weight_.data();
    state_.paths = paths_.data();
    state_.claims = claims_.data();
    state_.looks_in = looks_in_.data();
    state_.changed_in = changed_in_.data();
    for (int i = 0; i < 3; ++i) state_.lists[i] = lists_[i].data();
    state_.counts = counts_.data();
    state_.free_counts = free_counts_.data();
    state_.first_fault = first_fault_.data();
  }

  static constexpr std::int64_t kBytesPerNode =
      4 * sizeof(Node) + sizeof(Weight) + sizeof(Path<GainOf<Weight>>) + 8 + 2;

  QualityMeasures run(int scans, const std::vector<const Node*>& starts) override {
    check_scans(scans);
    select(first_device_);
    const auto start = std::chrono::steady_clock::now();
    begin(starts);
    QualityMeasures measures;
    for (state_.scan = 1; state_.scan <= scans && scan(state_.scan == scans); ++state_.scan) {
      ++measures.scans;
    }
    stream_.wait();
    measures.milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return measures;
  }

  const DeviceArray<Node>& matches() const override { return matches_; }

 private:
  using Gain = GainOf<Weight>;

  static int select(int device) {
    CUDA_CHECK(cudaSetDevice(device));
    return device;
  }

  void add_parts(const WeightsToImprove& weights) {
    state_.graph.nodes = nodes_;
    state_.graph.parts = static_cast<int>(parts_.size());
    state_.graph.offsets = parts_.front().graph.offsets;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const GraphPart& part = parts_[p].graph;
      state_.graph.begin[p] = part.begin;
      state_.graph.first_edge[p] = part.first_edge;
      state_.graph.neighbors[p] = part.neighbors;
      if constexpr (std::is_same_v<Weight, float>) {
        state_.graph.weights[p] = reinterpret_cast<const float*>(part.weight_bits);
      } else {
        const auto& all = std::get<graph::Span<Weight>>(weights.weights);
        state_.graph.weights[p] =
            weights.are_on_device ? all.data() : copy_weights(all.data(), parts_[p]);
      }
    }
  }

  const Weight* copy_weights(const Weight* all, const PartToImprove& part) {
    const graph::Span<Weight> own(all + part.graph.first_edge, part.edges);
    select(part.device);
    own_weights_.push_back(on_device<Weight>(own));
    return own_weights_.back().data();
  }

  // Launches a kernel with one thread for each of `size` items, but not with more blocks than the
  // kernel can use: all kernels handle any number of items.
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), std::int64_t size, const Arguments&... arguments) {
    const std::int64_t blocks =
        std::clamp<std::int64_t>((size + kImproveBlock - 1) / kImproveBlock, 1, 1 << 20);
    kernel<<<static_cast<unsigned>(blocks), kImproveBlock, 0, stream_.get()>>>(arguments...);
    CUDA_CHECK(cudaGetLastError());
  }

  // For kernels that read the number of items on the device: as many threads as fit on the device.
  std::int64_t full_device() const {
    return std::min<std::int64_t>(nodes_,
                                  std::int64_t{processors_} * kBlocksPerProcessor * kImproveBlock);
  }

  template <class T>
  T read(const T* from) {
    T value;
    CUDA_CHECK(cudaMemcpyAsync(&value, from, sizeof value, cudaMemcpyDeviceToHost, stream_.get()));
    stream_.wait();
    return value;
  }

  void begin(const std::vector<const Node*>& starts) {
    Node* const start = lists_[0].data();
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const GraphPart& part = parts_[p].graph;
      const std::size_t bytes = (part.end - part.begin) * sizeof(Node);
      if (bytes == 0) continue;
      CUDA_CHECK(cudaMemcpyPeerAsync(start + part.begin, first_device_, starts[p], parts_[p].device,
                                     bytes, stream_.get()));
    }
    CUDA_CHECK(
        cudaMemsetAsync(first_fault_.data(), 0xff, 2 * sizeof(unsigned long long), stream_.get()));
    // The engines refuse floats that are not finite, and no other float or int is too large.
    if constexpr (sizeof(Weight) == 8) {
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        launch(check_weights_gpu<Weight>, parts_[p].edges, state_.graph.weights[p], parts_[p].edges,
               state_.graph.first_edge[p], state_.first_fault);
      }
    }
    launch(begin_gpu<Weight>, nodes_, state_, start);
    check_start(start);
  }

  void check_start(const Node* start) {
    constexpr unsigned long long kNone = ~0ull;
    if (const unsigned long long e = read(state_.first_fault); e != kNone) {
      refuse_edge(static_cast<EdgeIndex>(e));
    }
    if (const unsigned long long v = read(state_.first_fault + 1); v != kNone) {
      refuse_partner(static_cast<Node>(v), read(start + v));
    }
  }

  [[noreturn]] void refuse_edge(EdgeIndex e) {
    Node row = 0, after = nodes_;  // the list of `row` begins at e or before it
    while (after - row > 1) {
      const Node middle = row + (after - row) / 2;
      (read(state_.graph.offsets + middle) <= e ? row : after) = middle;
    }
    int p = 0;
    while (p + 1 < state_.graph.parts && row >= state_.graph.begin[p + 1]) ++p;
    refuse_weight<Weight>(row, read(state_.graph.neighbors[p] + (e - state_.graph.first_edge[p])));
  }

  // Returns whether the scan has found a path.
  bool scan(bool is_last) {
    CUDA_CHECK(cudaMemsetAsync(state_.counts, 0, sizeof(ScanCounts), stream_.get()));
    launch(find_paths_gpu<Weight>, nodes_, state_);
    launch(find_long_paths_gpu<Weight>, full_device(), state_);
    const int found = read(&state_.counts->live[0]);
    if (found == 0) return false;
    Node *live = state_.lists[0], *left = state_.lists[1];
    for (int round = 0; round < kClaimRounds; ++round) {
      const std::int64_t size = round == 0 ? found : std::min<std::int64_t>(found, full_device());
      launch(claim_gpu<Weight>, size, state_, live, round);
      launch(find_winners_gpu<Weight>, size, state_, live, round);
      launch(apply_gpu<Weight>, size, state_, round);
      launch(drop_paths_gpu<Weight>, size, state_, live, left, round);
      std::swap(live, left);
    }
    match_free_nodes();
    if (is_last) return true;
    launch(wake_gpu<Weight>, nodes_, state_);
    launch(wake_long_gpu<Weight>, full_device(), state_);
    return true;
  }

  void match_free_nodes() {
    launch(collect_free_gpu<Weight>, nodes_, state_);
    int count = read(&state_.counts->free);
    launch(add_free_neighbors_gpu<Weight>, std::int64_t{count} * kWarpSize, state_, count);
    count = read(&state_.counts->free);
    Node *nodes = state_.lists[0], *left = state_.lists[1];
    while (count > 0) {
      CUDA_CHECK(cudaMemsetAsync(state_.free_counts, 0, sizeof(FreeCounts), stream_.get()));
      launch(point_at_free_gpu<Weight>, count, state_, nodes, count);
      launch(join_free_gpu<Weight>, count, state_, nodes, count, left);
      const FreeCounts counts = read(state_.free_counts);
      if (counts.joined == 0) break;  // only if the graph is not symmetric, a node may be left
      count = counts.left;
      std::swap(nodes, left);
    }
  }

  const std::vector<PartToImprove> parts_;
  const Node nodes_;
  const int first_device_;
  int processors_ = 0;
  std::vector<DeviceArray<Weight>> own_weights_;
  ImproveState<Weight> state_;  // the argument of the kernels
  Stream stream_;
  DeviceArray<Node> matches_;
  DeviceArray<Weight> pair_weight_;
  DeviceArray<Path<Gain>> paths_;
  DeviceArray<unsigned long long> claims_;
  DeviceArray<std::uint8_t> looks_in_, changed_in_;
  DeviceArray<Node> lists_[3];
  DeviceArray<ScanCounts> counts_;
  DeviceArray<FreeCounts> free_counts_;
  DeviceArray<unsigned long long> first_fault_;
};

}  // namespace

std::unique_ptr<GpuImprover> GpuImprover::make(Node nodes, const WeightsToImprove& weights,
                                               const std::vector<PartToImprove>& parts) {
  return std::visit(
      [&](const auto& all) -> std::unique_ptr<GpuImprover> {
        using Weight = OnDevice<std::decay_t<decltype(all)>>;
        return std::make_unique<Improver<Weight>>(nodes, weights, parts);
      },
      weights.weights);
}

std::vector<std::int64_t> GpuImprover::bytes(Node nodes, const WeightsToImprove& weights,
                                             const std::vector<PartToImprove>& parts) {
  return std::visit(
      [&](const auto& given) {
        using Weight = OnDevice<std::decay_t<decltype(given)>>;
        constexpr std::int64_t kOfCounters = 1 << 12;
        const bool are_there = std::is_same_v<Weight, float> || weights.are_on_device;
        const std::int64_t per_edge = are_there ? 0 : sizeof(Weight);
        std::vector<std::int64_t> all;
        for (const PartToImprove& part : parts) all.push_back(part.edges * per_edge);
        all.front() += nodes * Improver<Weight>::kBytesPerNode + kOfCounters;
        return all;
      },
      weights.weights);
}

int improve_on_gpu(const graph::View& graph, int scans, Node* matches) {
  check_scans(scans);
  if (graph.numNodes == 0 || scans == 0) return 0;
  const DeviceArray<EdgeIndex> offsets = on_device<EdgeIndex>(graph::wide_offsets(graph));
  const DeviceArray<Node> neighbors = on_device<Node>(graph.neighbors);
  const graph::Span<Node> given(matches, graph.numNodes);
  const DeviceArray<Node> start = on_device<Node>(given);
  PartToImprove part;
  CUDA_CHECK(cudaGetDevice(&part.device));
  DeviceArray<std::int32_t> bits;
  if (std::holds_alternative<graph::Span<float>>(graph.weights) ||
      std::holds_alternative<graph::NoWeights>(graph.weights)) {
    const DeviceWeights weights(graph);
    bits = on_device<std::int32_t>(graph::Span<std::int32_t>(weights.bits(), graph.numEdges()));
  }
  part.graph = {0, graph.numNodes, 0, offsets.data(), neighbors.data(), bits.data()};
  part.edges = graph.numEdges();
  const auto improver = GpuImprover::make(graph.numNodes, {graph.weights}, {part});
  const QualityMeasures measures = improver->run(scans, {start.data()});
  const Buffer<Node> improved = on_host(improver->matches());
  std::copy(improved.begin(), improved.end(), matches);
  return measures.scans;
}

}  // namespace handshake
