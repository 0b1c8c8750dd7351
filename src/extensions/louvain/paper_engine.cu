// Algorithm 1 of the paper, stage by stage. As in the paper, control returns to the host after the
// kernel for each bucket.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "extensions/louvain/has_gpu.hpp"
#include "extensions/louvain/paper_contract.cuh"
#include "extensions/louvain/paper_engine.hpp"
#include "extensions/louvain/stopwatch.hpp"

namespace handshake::louvain {
namespace {

// bucDSize: in bucket k (k = 1, 2, ..), the degree of a node is above element k - 1 and at most
// element k.
constexpr std::array<long long, 8> kDegreeBuckets = {0, 4, 8, 16, 32, 84, 319, kUnlimited};

class PaperEngine {
 public:
  PaperEngine(const Problem& problem, const Options& options, Measures* measures)
      : problem_(problem),
        options_(options),
        measures_(measures),
        gains_(gains_of<Wide>(problem)) {}

  Buffer<Node> run(std::vector<std::vector<Node>>* hierarchy) {
    PaperStage stage = first_stage();
    Buffer<Node> found(stage.nodes);
    std::iota(found.begin(), found.end(), 0);
    CUDA_CHECK(cudaDeviceSynchronize());
    Stopwatch all;
    while (stage.edges > 0 && static_cast<int>(measures_->levels.size()) < options_.levels) {
      LevelMeasures measured;
      measured.nodes = stage.nodes;
      measured.directed_edges = stage.edges;
      Stopwatch watch;
      const Wide gained = optimize(stage, &measured);
      measured.optimize_ms = watch.lap();
      DeviceArray<int> new_id;
      PaperStage next = PaperContraction(device_).contract(stage, community_.data(), &new_id);
      CUDA_CHECK(cudaDeviceSynchronize());
      measured.contract_ms = watch.lap();
      measures_->levels.push_back(measured);
      follow(new_id, &found);
      if (hierarchy != nullptr) hierarchy->emplace_back(found.begin(), found.end());
      const bool shrinks = next.nodes < stage.nodes;
      stage = std::move(next);
      const Wide least = gain_of(problem_, options_.paper.final_threshold);
      if (!shrinks || (gained < least && -gained < least)) break;
    }
    measures_->milliseconds = all.total();
    return found;
  }

 private:
  PaperStage first_stage() const {
    const LevelGraph& graph = problem_.graph;
    PaperStage stage;
    stage.nodes = graph.nodes;
    stage.edges = graph.edges();
    stage.offsets = on_device<EdgeIndex>(graph.offsets);
    stage.neighbors = on_device<Node>(graph.neighbors);
    std::visit(
        [&](const auto& weights) {
          stage.weights =
              on_device<std::int64_t>(std::vector<std::int64_t>(weights.begin(), weights.end()));
        },
        graph.weights);
    stage.loops = on_device<Weight>(graph.loops);
    stage.strengths = on_device<Weight>(graph.strengths);
    return stage;
  }

  // Algorithm 1. Returns by how much the modularity grew.
  Wide optimize(const PaperStage& stage, LevelMeasures* measured) {
    community_ = DeviceArray<Node>(stage.nodes);
    next_ = DeviceArray<Node>(stage.nodes);
    best_ = DeviceArray<Node>(stage.nodes);
    sums_ = DeviceArray<WideSum>(stage.nodes);
    active_ = DeviceArray<std::uint8_t>(stage.nodes);
    state_ = DeviceArray<PassState>(1);
    CUDA_CHECK(cudaMemset(state_.data(), 0, sizeof(PassState)));
    const LevelCommunities c{community_.data(), next_.data(),   best_.data(),
                             sums_.data(),      active_.data(), state_.data()};
    begin_level_gpu<Wide><<<device_.blocks_for(stage.nodes), kPaperThreads>>>(stage.view(), c,
                                                                              nullptr, nullptr,
                                                                              0);  // C[i] = i
    update_sums(stage, c);                                                         // line 2
    const std::vector<PaperBucket> buckets = degree_buckets(stage);
    const Wide start = quality(stage, c);
    const Wide least = gain_of(problem_, options_.paper.threshold_for(stage.nodes));
    Wide now = start, before;
    Stopwatch watch;
    do {  // line 3
      before = now;
      for (std::size_t k = 0; k < buckets.size(); ++k) {  // lines 4 and 5
        compute_moves(stage, c, buckets[k], static_cast<int>(k));
        if (options_.paper.relaxed) continue;
        update_communities(c, buckets[k]);
        update_sums(stage, c);
      }
      if (options_.paper.relaxed) {
        for (const PaperBucket& bucket : buckets) update_communities(c, bucket);
        update_sums(stage, c);
      }
      if (measures_->levels.empty() && measured->passes == 0) {
        CUDA_CHECK(cudaDeviceSynchronize());
        measures_->first_pass_ms = watch.total();
      }
      ++measured->passes;
      now = quality(stage, c);
    } while (now - before >= least && now > before);  // line 12
    measured->scanned = measured->passes * stage.edges;
    return now - start;
  }

  // Lines 8 and 9.
  void update_communities(const LevelCommunities& c, const PaperBucket& bucket) const {
    if (bucket.size == 0) return;
    update_communities_gpu<<<device_.blocks_for(bucket.size), kPaperThreads>>>(
        c, bucket.list.data(), bucket.size);
    CUDA_CHECK(cudaGetLastError());
  }

  // Lines 10 and 11.
  void update_sums(const PaperStage& stage, const LevelCommunities& c) const {
    clear_sums_gpu<<<device_.blocks_for(stage.nodes), kPaperThreads>>>(c, stage.nodes);
    add_strengths_gpu<Wide><<<device_.blocks_for(stage.nodes), kPaperThreads>>>(stage.view(), c);
    CUDA_CHECK(cudaGetLastError());
  }

  // The modularity times resolution.under * total^2, without the part that never changes.
  Wide quality(const PaperStage& stage, const LevelCommunities& c) const {
    CUDA_CHECK(cudaMemset(c.state, 0, sizeof(PassState)));
    add_inside_gpu<<<device_.blocks_for(stage.nodes), kPaperThreads>>>(stage.view(), c);
    add_squares_gpu<<<device_.blocks_for(stage.nodes), kPaperThreads>>>(c, stage.nodes);
    CUDA_CHECK(cudaGetLastError());
    PassState state;
    CUDA_CHECK(cudaMemcpy(&state, c.state, sizeof state, cudaMemcpyDeviceToHost));
    Wide squares = 0;
    for (int i = 4; i-- > 0;) squares = (squares << 32) + static_cast<Wide>(state.limbs[i]);
    return static_cast<Wide>(state.inside) * gains_.edge_factor - squares * gains_.strength_factor;
  }

  // Line 5. Nodes without edges are in no bucket. Degrees do not change within a stage, so the
  // buckets are made once per stage.
  std::vector<PaperBucket> degree_buckets(const PaperStage& stage) {
    std::vector<PaperBucket> buckets;
    std::vector<EdgeIndex> degrees;
    for (std::size_t k = 1; k < kDegreeBuckets.size(); ++k) {
      PaperBucket bucket;
      bucket.list = DeviceArray<Node>(stage.nodes);
      DeviceArray<int> size(1);
      CUDA_CHECK(cudaMemset(size.data(), 0, sizeof(int)));
      partition_by_degree_gpu<<<device_.blocks_for(stage.nodes), kPaperThreads>>>(
          stage.view(), kDegreeBuckets[k - 1], kDegreeBuckets[k], bucket.list.data(), size.data());
      CUDA_CHECK(cudaGetLastError());
      bucket.size = last_of(size);
      buckets.push_back(std::move(bucket));
    }
    const Buffer<EdgeIndex> offsets = on_host(stage.offsets);
    const auto degree = [&](Node v) { return offsets[v + 1] - offsets[v]; };
    const EdgeIndex largest = sort_bucket(&buckets.back(), degree);
    tables_ = device_.global_tables(buckets.back().size, largest);
    return buckets;
  }

  // Lines 6 and 7.
  void compute_moves(const PaperStage& stage, const LevelCommunities& c, const PaperBucket& bucket,
                     int k) {
    if (bucket.size == 0) return;
    const auto launch = [&](auto kernel, int lanes) {
      kernel<<<device_.blocks_for(bucket.size, kPaperThreads / lanes), kPaperThreads>>>(
          stage.view(), c, gains_, bucket.list.data(), bucket.size, device_.primes());
    };
    switch (k) {
      case 0:
        launch(compute_moves_gpu<4, 7>, 4);
        break;
      case 1:
        launch(compute_moves_gpu<8, 13>, 8);
        break;
      case 2:
        launch(compute_moves_gpu<16, 29>, 16);
        break;
      case 3:
        launch(compute_moves_gpu<32, 53>, 32);
        break;
      case 4:
        launch(compute_moves_gpu<32, 127>, 32);
        break;
      case 5:
        launch(compute_moves_gpu<kPaperThreads, 479>, kPaperThreads);
        break;
      default:
        compute_moves_of_hubs_gpu<<<tables_.blocks, kPaperThreads>>>(
            stage.view(), c, gains_, bucket.list.data(), bucket.size, device_.primes(),
            tables_.communities.data(), tables_.weights.data(), tables_.room);
    }
    CUDA_CHECK(cudaGetLastError());
  }

  // Maps every node of the input to its node in the next graph.
  void follow(const DeviceArray<int>& new_id, Buffer<Node>* found) const {
    const Buffer<Node> community = on_host(community_);
    const Buffer<int> ids = on_host(new_id);
    for (Node& node : *found) node = ids[community[node]];
  }

  const Problem& problem_;
  const Options& options_;
  Measures* measures_;
  const Gains<Wide> gains_;
  const PaperDevice device_;
  DeviceArray<Node> community_, next_, best_;
  DeviceArray<WideSum> sums_;
  DeviceArray<std::uint8_t> active_;
  DeviceArray<PassState> state_;
  PaperTables tables_;
};

}  // namespace

Buffer<Node> find_by_paper(const Problem& problem, const Options& options,
                           std::vector<std::vector<Node>>* hierarchy, Measures* measures) {
  check_gpu();
  return PaperEngine(problem, options, measures).run(hierarchy);
}

}  // namespace handshake::louvain
