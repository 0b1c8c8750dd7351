// Algorithm 1 and Algorithm 3 of the paper, stage by stage; control returns to the host after each
// kernel's bucket, as there.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "extensions/common/copies.cuh"
#include "extensions/louvain/has_gpu.hpp"
#include "extensions/louvain/paper_engine.hpp"
#include "extensions/louvain/paper_kernels.cuh"
#include "extensions/louvain/stopwatch.hpp"

namespace handshake {
namespace {

constexpr long long kUnlimited = 1ll << 62;
// bucDSize: degrees up to these, and the threads for each node.
constexpr std::array<long long, 8> kDegreeBuckets = {0, 4, 8, 16, 32, 84, 319, kUnlimited};
// bucCSize: sums of degrees up to these.
constexpr std::array<long long, 4> kCommunityBuckets = {-1, 127, 479, kUnlimited};
constexpr std::int64_t kGlobalSlots = 1 << 25;  // of all tables in global memory

struct Stage {
  Node nodes = 0;
  EdgeIndex edges = 0;
  DeviceArray<EdgeIndex> offsets;
  DeviceArray<Node> neighbors;
  DeviceArray<std::int64_t> weights;
  DeviceArray<Weight> loops, strengths;

  PaperView view() const {
    return {nodes,          offsets.data(), neighbors.data(),
            weights.data(), loops.data(),   strengths.data()};
  }
};

struct Bucket {
  DeviceArray<Node> list;
  int size = 0;
};

// Tables for nodes or communities whose size is not limited.
struct GlobalTables {
  DeviceArray<Node> communities;
  DeviceArray<unsigned long long> weights;
  std::int64_t room = 0;
  int blocks = 0;
};

template <class T>
T last_of(const DeviceArray<T>& array) {
  T value;
  CUDA_CHECK(
      cudaMemcpy(&value, array.data() + array.size() - 1, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

class PaperEngine {
 public:
  PaperEngine(const Problem& problem, const LouvainOptions& options, LouvainMeasures* measures)
      : problem_(problem),
        options_(options),
        measures_(measures),
        gains_(gains_of<Wide>(problem)),
        sizes_(table_sizes()),
        sizes_gpu_(on_device<unsigned>(sizes_)) {
    CUDA_CHECK(cudaGetDeviceProperties(&device_, 0));
  }

  Buffer<Node> run(std::vector<std::vector<Node>>* hierarchy) {
    Stage stage = first_stage();
    Buffer<Node> found(stage.nodes);
    std::iota(found.begin(), found.end(), 0);
    CUDA_CHECK(cudaDeviceSynchronize());
    Stopwatch all;
    while (stage.edges > 0 && static_cast<int>(measures_->levels.size()) < options_.levels) {
      LevelMeasures measured;
      measured.nodes = stage.nodes;
      measured.edges = stage.edges;
      Stopwatch watch;
      const Wide gained = optimize(stage, &measured);
      measured.optimize_ms = watch.lap();
      DeviceArray<int> new_id;
      Stage next = contract(stage, &new_id);
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
  Stage first_stage() const {
    const LevelGraph& graph = problem_.graph;
    Stage stage;
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

  int blocks_for(std::int64_t items, std::int64_t per_block = kPaperThreads) const {
    const std::int64_t most = 32 * std::int64_t{device_.multiProcessorCount};
    return static_cast<int>(std::clamp<std::int64_t>((items + per_block - 1) / per_block, 1, most));
  }
  Primes primes() const { return {sizes_gpu_.data(), static_cast<int>(sizes_.size())}; }

  // Algorithm 1. Returns what the modularity grew by.
  Wide optimize(const Stage& stage, LevelMeasures* measured) {
    community_ = DeviceArray<Node>(stage.nodes);
    next_ = DeviceArray<Node>(stage.nodes);
    best_ = DeviceArray<Node>(stage.nodes);
    sums_ = DeviceArray<WideSum>(stage.nodes);
    active_ = DeviceArray<std::uint8_t>(stage.nodes);
    state_ = DeviceArray<PassState>(1);
    CUDA_CHECK(cudaMemset(state_.data(), 0, sizeof(PassState)));
    const LevelCommunities c{community_.data(), next_.data(),   best_.data(),
                             sums_.data(),      active_.data(), state_.data()};
    begin_level_gpu<Wide><<<blocks_for(stage.nodes), kPaperThreads>>>(stage.view(), c, nullptr,
                                                                      nullptr,
                                                                      0);  // C[i] = i
    update_sums(stage, c);                                                 // line 2
    const std::vector<Bucket> buckets = degree_buckets(stage);
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
        for (const Bucket& bucket : buckets) update_communities(c, bucket);
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
  void update_communities(const LevelCommunities& c, const Bucket& bucket) const {
    if (bucket.size == 0) return;
    update_communities_gpu<<<blocks_for(bucket.size), kPaperThreads>>>(c, bucket.list.data(),
                                                                       bucket.size);
    CUDA_CHECK(cudaGetLastError());
  }

  // Lines 10 and 11.
  void update_sums(const Stage& stage, const LevelCommunities& c) const {
    clear_sums_gpu<<<blocks_for(stage.nodes), kPaperThreads>>>(c, stage.nodes);
    add_strengths_gpu<Wide><<<blocks_for(stage.nodes), kPaperThreads>>>(stage.view(), c);
    CUDA_CHECK(cudaGetLastError());
  }

  // The modularity times under * total^2, without what never changes.
  Wide quality(const Stage& stage, const LevelCommunities& c) const {
    CUDA_CHECK(cudaMemset(c.state, 0, sizeof(PassState)));
    add_inside_gpu<<<blocks_for(stage.nodes), kPaperThreads>>>(stage.view(), c);
    add_squares_gpu<<<blocks_for(stage.nodes), kPaperThreads>>>(c, stage.nodes);
    CUDA_CHECK(cudaGetLastError());
    PassState state;
    CUDA_CHECK(cudaMemcpy(&state, c.state, sizeof state, cudaMemcpyDeviceToHost));
    Wide squares = 0;
    for (int i = 4; i-- > 0;) squares = (squares << 32) + static_cast<Wide>(state.limbs[i]);
    return static_cast<Wide>(state.inside) * gains_.edge_factor - squares * gains_.strength_factor;
  }

  // Line 5. Nodes without edges are in no bucket. Degrees do not change within a stage.
  std::vector<Bucket> degree_buckets(const Stage& stage) {
    std::vector<Bucket> buckets;
    std::vector<EdgeIndex> degrees;
    for (std::size_t k = 1; k < kDegreeBuckets.size(); ++k) {
      Bucket bucket;
      bucket.list = DeviceArray<Node>(stage.nodes);
      DeviceArray<int> size(1);
      CUDA_CHECK(cudaMemset(size.data(), 0, sizeof(int)));
      partition_by_degree_gpu<<<blocks_for(stage.nodes), kPaperThreads>>>(
          stage.view(), kDegreeBuckets[k - 1], kDegreeBuckets[k], bucket.list.data(), size.data());
      CUDA_CHECK(cudaGetLastError());
      bucket.size = last_of(size);
      buckets.push_back(std::move(bucket));
    }
    const Buffer<EdgeIndex> offsets = on_host(stage.offsets);
    const auto degree = [&](Node v) { return offsets[v + 1] - offsets[v]; };
    const EdgeIndex largest = sort_bucket(&buckets.back(), degree);
    tables_ = global_tables(buckets.back().size, largest);
    return buckets;
  }

  // "The vertices in group seven are initially sorted by degree." Returns the largest.
  template <class SizeOf>
  static std::int64_t sort_bucket(Bucket* bucket, const SizeOf& size_of) {
    if (bucket->size == 0) return 0;
    std::vector<Node> list(bucket->size);
    const std::size_t bytes = list.size() * sizeof(Node);
    CUDA_CHECK(cudaMemcpy(list.data(), bucket->list.data(), bytes, cudaMemcpyDeviceToHost));
    std::sort(list.begin(), list.end(), [&](Node a, Node b) {
      return size_of(a) != size_of(b) ? size_of(a) > size_of(b) : a < b;
    });
    CUDA_CHECK(cudaMemcpy(bucket->list.data(), list.data(), bytes, cudaMemcpyHostToDevice));
    return size_of(list.front());
  }

  // "Since the size of the global memory is fixed", a block may serve several nodes.
  GlobalTables global_tables(int served, std::int64_t largest) const {
    GlobalTables tables;
    if (served == 0) return tables;
    tables.room =
        *std::upper_bound(sizes_.begin(), sizes_.end(), 3 * largest / 2,
                          [](std::int64_t wanted, unsigned size) { return wanted < size; });
    tables.blocks = static_cast<int>(std::clamp<std::int64_t>(
        kGlobalSlots / tables.room, 1, std::min(served, 8 * device_.multiProcessorCount)));
    tables.communities = DeviceArray<Node>(tables.room * tables.blocks);
    tables.weights = DeviceArray<unsigned long long>(tables.room * tables.blocks);
    return tables;
  }

  // Lines 6 and 7.
  void compute_moves(const Stage& stage, const LevelCommunities& c, const Bucket& bucket, int k) {
    if (bucket.size == 0) return;
    const auto launch = [&](auto kernel, int lanes) {
      kernel<<<blocks_for(bucket.size, kPaperThreads / lanes), kPaperThreads>>>(
          stage.view(), c, gains_, bucket.list.data(), bucket.size, primes());
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
            stage.view(), c, gains_, bucket.list.data(), bucket.size, primes(),
            tables_.communities.data(), tables_.weights.data(), tables_.room);
    }
    CUDA_CHECK(cudaGetLastError());
  }

  // Algorithm 3. new_id becomes the node of each community that is not empty.
  Stage contract(const Stage& stage, DeviceArray<int>* new_id) {
    const Node nodes = stage.nodes;
    const int blocks = blocks_for(nodes);
    const auto room = static_cast<std::size_t>(nodes) + 1;
    DeviceArray<int> com_size(nodes), vertex_start(room);
    DeviceArray<long long> com_degree(nodes), edge_pos(room);
    DeviceArray<std::int64_t> scratch(scan_scratch(nodes));
    CUDA_CHECK(cudaMemset(com_size.data(), 0, nodes * sizeof(int)));          // line 2
    CUDA_CHECK(cudaMemset(com_degree.data(), 0, nodes * sizeof(long long)));  // line 3
    count_members_gpu<<<blocks, kPaperThreads>>>(stage.view(), community_.data(), com_size.data(),
                                                 com_degree.data());  // lines 4 to 6
    *new_id = DeviceArray<int>(room);
    mark_communities_gpu<<<blocks, kPaperThreads>>>(com_size.data(), nodes, new_id->data());
    exclusive_scan(new_id->data(), nodes, new_id->data(), scratch.data());        // line 12
    exclusive_scan(com_degree.data(), nodes, edge_pos.data(), scratch.data());    // 13 and 14
    exclusive_scan(com_size.data(), nodes, vertex_start.data(), scratch.data());  // 15 and 16
    DeviceArray<Node> com(nodes);
    gather_members_gpu<<<blocks, kPaperThreads>>>(community_.data(), nodes, vertex_start.data(),
                                                  com.data());  // lines 17 to 19
    CUDA_CHECK(cudaGetLastError());

    Stage next;
    next.nodes = last_of(*new_id);
    DeviceArray<Node> neighbors(stage.edges);
    DeviceArray<std::int64_t> weights(stage.edges);
    DeviceArray<int> lengths(next.nodes);
    next.loops = DeviceArray<Weight>(next.nodes);
    next.strengths = DeviceArray<Weight>(next.nodes);
    const Merging m{community_.data(), com.data(),      vertex_start.data(), com_size.data(),
                    com_degree.data(), edge_pos.data(), new_id->data(),      neighbors.data(),
                    weights.data(),    lengths.data(),  next.loops.data(),   next.strengths.data()};
    for (int k = 1; k < static_cast<int>(kCommunityBuckets.size()); ++k) {  // line 20
      merge_bucket(stage, m, k, com_degree);
    }
    compress(m, nodes, lengths, &next, scratch.data());
    return next;
  }

  // Lines 21 to 23.
  void merge_bucket(const Stage& stage, const Merging& m, int k,
                    const DeviceArray<long long>& com_degree) const {
    Bucket bucket;
    bucket.list = DeviceArray<Node>(stage.nodes);
    DeviceArray<int> size(1);
    CUDA_CHECK(cudaMemset(size.data(), 0, sizeof(int)));
    partition_by_size_gpu<<<blocks_for(stage.nodes), kPaperThreads>>>(
        m.com_degree, m.com_size, stage.nodes, kCommunityBuckets[k - 1], kCommunityBuckets[k],
        bucket.list.data(), size.data());
    CUDA_CHECK(cudaGetLastError());
    bucket.size = last_of(size);
    if (bucket.size == 0) return;
    const int blocks = blocks_for(bucket.size, k == 1 ? kPaperThreads / kWarpSize : 1);
    if (k == 1) {
      merge_communities_gpu<kWarpSize, 191>
          <<<blocks, kPaperThreads>>>(stage.view(), m, bucket.list.data(), bucket.size, primes());
    } else if (k == 2) {
      merge_communities_gpu<kPaperThreads, 719>
          <<<blocks, kPaperThreads>>>(stage.view(), m, bucket.list.data(), bucket.size, primes());
    } else {
      const Buffer<long long> degrees = on_host(com_degree);
      const auto largest = sort_bucket(&bucket, [&](Node c) { return degrees[c]; });
      GlobalTables tables = global_tables(bucket.size, largest);
      merge_large_communities_gpu<<<tables.blocks, kPaperThreads>>>(
          stage.view(), m, bucket.list.data(), bucket.size, primes(), tables.communities.data(),
          tables.weights.data(), tables.room);
      CUDA_CHECK(cudaDeviceSynchronize());  // the tables are still in use
    }
    CUDA_CHECK(cudaGetLastError());
  }

  void compress(const Merging& m, Node nodes, const DeviceArray<int>& lengths, Stage* next,
                std::int64_t* scratch) const {
    next->offsets = DeviceArray<EdgeIndex>(static_cast<std::size_t>(next->nodes) + 1);
    exclusive_scan(lengths.data(), next->nodes, next->offsets.data(), scratch);
    next->edges = last_of(next->offsets);
    next->neighbors = DeviceArray<Node>(next->edges);
    next->weights = DeviceArray<std::int64_t>(next->edges);
    compress_gpu<<<blocks_for(nodes, 4), kPaperThreads>>>(
        m, nodes, next->offsets.data(), next->neighbors.data(), next->weights.data());
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());  // what was merged is freed now
  }

  // Every node of the input is mapped to the node of its community.
  void follow(const DeviceArray<int>& new_id, Buffer<Node>* found) const {
    const Buffer<Node> community = on_host(community_);
    const Buffer<int> ids = on_host(new_id);
    for (Node& node : *found) node = ids[community[node]];
  }

  const Problem& problem_;
  const LouvainOptions& options_;
  LouvainMeasures* measures_;
  const Gains<Wide> gains_;
  const std::vector<unsigned> sizes_;
  const DeviceArray<unsigned> sizes_gpu_;
  cudaDeviceProp device_{};
  DeviceArray<Node> community_, next_, best_;
  DeviceArray<WideSum> sums_;
  DeviceArray<std::uint8_t> active_;
  DeviceArray<PassState> state_;
  GlobalTables tables_;
};

}  // namespace

Buffer<Node> find_by_paper(const Problem& problem, const LouvainOptions& options,
                           std::vector<std::vector<Node>>* hierarchy, LouvainMeasures* measures) {
  check_gpu();
  return PaperEngine(problem, options, measures).run(hierarchy);
}

}  // namespace handshake
