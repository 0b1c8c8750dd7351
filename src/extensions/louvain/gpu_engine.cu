// Up the hierarchy and down again, as on a CPU. Within a level the host only launches; it reads what
// a contraction left, and, two passes late, whether the passes have ended.
#include <algorithm>
#include <deque>
#include <iterator>
#include <numeric>
#include <utility>

#include "extensions/louvain/gpu_engine.hpp"
#include "extensions/louvain/gpu_state.cuh"
#include "extensions/louvain/has_gpu.hpp"

namespace handshake {
namespace {

constexpr Node kManyNodes = 1500000;
constexpr int kBlocksEach = 32;  // of a launch at most, for a processor

std::int64_t parts_of(std::int64_t size, std::int64_t part) {
  return (size + part - 1) / part;
}

class GpuEngine {
 public:
  GpuEngine(const Problem& problem, const LouvainOptions& options, LouvainMeasures* measures)
      : problem_(problem),
        options_(options),
        measures_(measures),
        memory_(bytes_for(problem.graph, options.colors)),
        work_(&memory_, problem.graph.nodes, problem.graph.edges(), options.colors),
        seen_(2),
        passed_(2) {
    CUDA_CHECK(cudaGetDeviceProperties(&device_, 0));
    copy_input();
  }

  Buffer<Node> run(std::vector<std::vector<Node>>* hierarchy) {
    start_.record(nullptr);
    while (climb()) {
    }
    const Node* coarse = nullptr;
    for (std::size_t at = levels_.size() - 1; at-- > 0;) {
      refine(at, coarse);
      coarse = work_.best[at % 2];
    }
    const Node nodes = levels_[0].nodes;
    if (coarse == nullptr) {  // nothing was contracted
      begin(0, nullptr, nullptr);
      coarse = work_.best[0];
    }
    number_communities(coarse, nodes, work_.first, work_.communities.next);
    end_.record(nullptr);
    Buffer<Node> found(nodes);
    copy_out(work_.communities.next, nodes, found.data());
    take_times();
    if (hierarchy != nullptr) *hierarchy = all_levels();
    return found;
  }

 private:
  static std::size_t bytes_for(const LevelGraph& graph, int colors) {
    const std::size_t nodes = graph.nodes, edges = graph.edges();
    return (std::size_t{1} << 20) + nodes * (200 + colors / 8) + edges * (16 + 24 + 16);
  }

  template <class T, class Array>
  T* copy_in(const Array& array) {
    T* const to = memory_.take<T>(array.size());
    if (array.size() > 0) {
      CUDA_CHECK(cudaMemcpy(to, array.data(), array.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    return to;
  }

  template <class T>
  static void copy_out(const T* from, std::size_t size, T* to) {
    if (size > 0) CUDA_CHECK(cudaMemcpy(to, from, size * sizeof(T), cudaMemcpyDeviceToHost));
  }

  void copy_input() {
    const LevelGraph& graph = problem_.graph;
    GpuLevel level;
    level.nodes = graph.nodes;
    level.edges = graph.edges();
    level.offsets = copy_in<EdgeIndex>(graph.offsets);
    level.neighbors = copy_in<Node>(graph.neighbors);
    if (const auto* narrow = std::get_if<Buffer<std::int32_t>>(&graph.weights)) {
      level.narrow = copy_in<std::int32_t>(*narrow);
    } else {
      level.wide = copy_in<std::int64_t>(std::get<Buffer<std::int64_t>>(graph.weights));
    }
    level.loops = copy_in<Weight>(graph.loops);
    level.strengths = copy_in<Weight>(graph.strengths);
    levels_.push_back(level);
  }

  unsigned blocks_for(std::int64_t items, std::int64_t per_block) const {
    const std::int64_t most = std::int64_t{kBlocksEach} * device_.multiProcessorCount;
    return static_cast<unsigned>(std::clamp<std::int64_t>(parts_of(items, per_block), 1, most));
  }
  unsigned blocks_for(std::int64_t items) const { return blocks_for(items, kPassThreads); }

  template <class Run>
  void with_rules(const Run& run) const {
    if (fits_narrow(problem_)) {
      run(GpuRules<std::int64_t>{gains_of<std::int64_t>(problem_), options_.colors});
    } else {
      run(GpuRules<Wide>{gains_of<Wide>(problem_), options_.colors});
    }
  }

  // False when the last graph is one that cannot be contracted.
  bool climb() {
    GpuLevel& level = levels_.back();
    const std::size_t at = levels_.size() - 1;
    if (level.edges == 0 || static_cast<int>(at) >= options_.levels) return false;
    make_lists(&level);
    stamps_.emplace_back();
    LevelMeasures found;
    found.nodes = level.nodes;
    found.edges = level.edges;
    stamps_.back().start.record(nullptr);
    begin(at, nullptr, nullptr);
    improve(at, options_.passes);
    stamps_.back().optimized.record(nullptr);
    const bool shrinks = contract(at);
    stamps_.back().contracted.record(nullptr);
    count_passes(&found.passes, &found.scanned);
    measures_->levels.push_back(found);
    return shrinks;
  }

  void make_lists(GpuLevel* level) {
    const int keys = static_cast<int>(work_.keys_of_lists);
    const auto blocks = static_cast<unsigned>(parts_of(level->nodes, kNodesOfBlock));
    level->order = memory_.take<Node>(level->nodes);
    int* const largest = work_.list_starts + keys + 1;
    CUDA_CHECK(cudaMemsetAsync(largest, 0, sizeof(int)));
    count_keys_gpu<<<blocks, kListThreads>>>(level->offsets, level->nodes, options_.colors,
                                             work_.counts, largest);
    exclusive_scan(work_.counts, std::int64_t{keys} * blocks, work_.counts, work_.scratch);
    fill_lists_gpu<<<blocks, kListThreads>>>(level->offsets, level->nodes, options_.colors,
                                             work_.counts, level->order, work_.list_starts);
    CUDA_CHECK(cudaGetLastError());
    level->starts.resize(keys + 2);
    copy_out(work_.list_starts, keys + 2, level->starts.data());
    level->largest_degree = level->starts.back();
    level->starts.pop_back();
    const int hubs = level->starts[keys] - level->starts[kHubs * options_.colors];
    if (hubs > 0) cut_hubs(level, hubs);
  }

  // Work on one hub is for many blocks.
  void cut_hubs(GpuLevel* level, int hubs) {
    const int* const starts = work_.list_starts + kHubs * options_.colors;
    const Node* const list = level->order + level->starts[kHubs * options_.colors];
    level->chunk_starts = memory_.take<int>(hubs + 1);
    level->hub_of_chunk = memory_.take<int>(2 * level->edges / kEdgesOfBlock + 1);
    count_chunks_gpu<<<blocks_for(hubs), kPassThreads>>>(level->offsets, list, hubs,
                                                         level->chunk_starts);
    exclusive_scan(level->chunk_starts, hubs, level->chunk_starts, work_.scratch);
    name_chunks_gpu<<<blocks_for(hubs), kPassThreads>>>(level->chunk_starts, hubs,
                                                        level->hub_of_chunk);
    int* const of_color = work_.list_starts + work_.keys_of_lists + 2;
    chunks_of_colors_gpu<<<1, kMostColors + 1>>>(level->chunk_starts, starts, options_.colors,
                                                 of_color);
    CUDA_CHECK(cudaGetLastError());
    level->chunks.resize(options_.colors + 1);
    copy_out(of_color, options_.colors + 1, level->chunks.data());
  }

  LevelCommunities communities_at(std::size_t at) const {
    LevelCommunities c = work_.communities;
    c.best = work_.best[at % 2];
    return c;
  }

  // Every node alone, or as the nodes of the level above are.
  void begin(std::size_t at, const Node* node_of, const Node* coarse) {
    const LevelCommunities c = communities_at(at);
    const GpuLevel& level = levels_[at];
    const Node coarse_nodes = at + 1 < levels_.size() ? levels_[at + 1].nodes : 0;
    PassState state{};
    state.least = gain_of(problem_, options_.threshold);
    CUDA_CHECK(cudaMemcpyAsync(c.state, &state, sizeof state, cudaMemcpyHostToDevice));
    with_rules([&](const auto& rules) {
      using Value = decltype(rules.gains.value(0, 0, 0));
      level.with_view([&](const auto& view) {
        begin_level_gpu<Value>
            <<<blocks_for(level.nodes), kPassThreads>>>(view, c, node_of, coarse, coarse_nodes);
        if (node_of == nullptr) return;  // everybody is alone
        add_strengths_gpu<Value>
            <<<blocks_for(level.nodes, 16 * kPassThreads), kPassThreads>>>(view, c);
      });
    });
    CUDA_CHECK(cudaGetLastError());
  }

  void improve(std::size_t at, int passes) {
    const GpuLevel& level = levels_[at];
    with_rules([&](const auto& rules) {
      level.with_view([&](const auto& view) {
        if (level.nodes <= options_.small_nodes) {
          improve_at_once(at, view, rules, passes);
        } else {
          run_passes(at, view, rules, passes);
        }
      });
    });
  }

  // A pretended GPU cannot run several blocks at the same time.
  template <class View, class Value>
  void improve_at_once(std::size_t at, const View& view, const GpuRules<Value>& rules, int passes) {
    const GpuLevel& level = levels_[at];
    std::vector<SubRound> rounds;
    int most = 1;
    for (int color = 0; color < options_.colors; ++color) {
      rounds.push_back(sub_round_of(level, color));
      most = std::max(most, blocks_of(rounds.back()));
    }
    CUDA_CHECK(cudaMemcpyAsync(work_.rounds, rounds.data(), rounds.size() * sizeof(SubRound),
                               cudaMemcpyHostToDevice));
    using InputWeight = typename View::WeightType;
    SmallPass<InputWeight, Value> pass{
        {view, communities_at(at), rules, 0}, work_.rounds, hub_tables<Value>(at)};
    most = device_.cooperativeLaunch ? std::min(most, device_.multiProcessorCount) : 1;
    if (most == 1) {
      improve_small_gpu<<<1, kPassThreads>>>(pass, passes);
    } else {
      void* arguments[] = {&pass, &passes};
      CUDA_CHECK(cudaLaunchCooperativeKernel(improve_small_gpu<InputWeight, Value>,
                                             dim3(static_cast<unsigned>(most)), dim3(kPassThreads),
                                             arguments));
    }
    CUDA_CHECK(cudaGetLastError());
  }

  template <class View, class Value>
  void run_passes(std::size_t at, const View& view, const GpuRules<Value>& rules, int passes) {
    LevelCommunities c = communities_at(at);
    const auto hubs = hub_tables<Value>(at);
    SubRound before{};
    finish_pass(c, view.nodes, rules, true);
    for (int pass = 0; pass < passes; ++pass) {
      if (pass >= 2) {
        CUDA_CHECK(cudaEventSynchronize(passed_[pass % 2].get()));
        if (seen_[pass % 2].stop) break;
      }
      for (int color = 0; color < options_.colors; ++color) {
        sub_round(at, view, rules, color, hubs, &c, &before);
      }
      finish_pass(c, view.nodes, rules, false);
      keep_best_gpu<<<blocks_for(view.nodes), kPassThreads>>>(c, view.nodes);
      CUDA_CHECK(cudaMemcpyAsync(seen_.data() + pass % 2, c.state, sizeof(PassState),
                                 cudaMemcpyDeviceToHost));
      passed_[pass % 2].record(nullptr);
      if (measures_->levels.empty() && pass == 0) {
        first_pass_.record(nullptr);
        has_first_pass_ = true;
      }
    }
    CUDA_CHECK(cudaGetLastError());
  }

  template <class Value>
  void finish_pass(const LevelCommunities& c, Node nodes, const GpuRules<Value>& rules,
                   bool first) {
    end_pass_gpu<<<blocks_for(nodes, 8 * kPassThreads), kPassThreads>>>(c, nodes, rules.gains,
                                                                        first);
  }

  // The nodes of a color, and the blocks for them.
  SubRound sub_round_of(const GpuLevel& level, int color) const {
    SubRound round;
    round.color = color;
    round.rounds = level.nodes > kManyNodes ? kMostRounds : 1;
    const int* const hubs = level.starts.data() + kHubs * options_.colors;
    round.first_hub = hubs[color] - hubs[0];
    for (int i = 0; i < kClasses; ++i) {
      const int key = i * options_.colors + color;
      const int start = level.starts[key];
      const std::int64_t size = level.starts[key + 1] - start;
      round.of_class[i] = {level.order + start, work_.moved + start + key, size};
      std::int64_t blocks = size;
      if (i < kTileClasses) blocks = parts_of(size, kPassWarps * nodes_of_batch(i, round.rounds));
      if (i == kHubs && size > 0) blocks = level.chunks[color + 1] - level.chunks[color];
      round.blocks[i] = static_cast<int>(blocks);
    }
    return round;
  }

  static int blocks_of(const SubRound& round) {
    return std::accumulate(std::begin(round.blocks), std::end(round.blocks), 0);
  }

  // What is read and written changes places: after a move, both differ only by that.
  template <class View, class Value>
  void sub_round(std::size_t at, const View& view, const GpuRules<Value>& rules, int color,
                 const HubTables<Value>& hubs, LevelCommunities* c, SubRound* before) {
    const GpuLevel& level = levels_[at];
    const SubRound now = sub_round_of(level, color);
    const auto blocks = static_cast<unsigned>(blocks_of(now));
    if (blocks == 0) return;
    if (options_.colors == 1) {
      take_over_gpu<<<blocks, kPassThreads>>>(*c, *before);
      *before = {};
    }
    const Decision<typename View::WeightType, Value> decision{view, *c, rules, color};
    decide_gpu<<<blocks, kPassThreads>>>(decision, now, *before, hubs);
    const auto of_hubs = static_cast<unsigned>(now.blocks[kHubs]);
    if (of_hubs > 0) judge_hubs_gpu<<<of_hubs, kPassThreads>>>(decision, now, hubs);
    move_gpu<<<blocks, kPassThreads>>>(view, *c, options_.colors, now, hubs);
    CUDA_CHECK(cudaGetLastError());
    std::swap(c->of_node, c->next);
    *before = now;
  }

  // The tables of contraction are not in use yet.
  template <class Value>
  HubTables<Value> hub_tables(std::size_t at) {
    const GpuLevel& level = levels_[at];
    const int count = level.starts.back() - level.starts[kHubs * options_.colors];
    if (count == 0) return {};
    const HubTables<Value> hubs{work_.tables_of<kSumWords<Value>>(),
                                work_.entered,
                                work_.hub_counts,
                                static_cast<Choice<Value>*>(work_.best_of_chunks),
                                level.chunk_starts,
                                level.hub_of_chunk};
    clear_hubs_gpu<<<blocks_for(2 * level.edges), kPassThreads>>>(hubs, 2 * level.edges, count);
    CUDA_CHECK(cudaGetLastError());
    return hubs;
  }

  // number[v]: the number of the community of v, in the order of first members. How many there are is
  // in ranks[nodes] then.
  void number_communities(const Node* community, Node nodes, Node* first, Node* number) {
    if (nodes == 0) return;
    const unsigned blocks = blocks_for(nodes);
    CUDA_CHECK(cudaMemsetAsync(first, 0x7f, nodes * sizeof(Node)));
    find_first_members_gpu<<<blocks, kPassThreads>>>(community, nodes, first);
    mark_first_members_gpu<<<blocks, kPassThreads>>>(community, nodes, first, work_.ranks);
    exclusive_scan(work_.ranks, nodes, work_.ranks, work_.scratch);
    number_by_first_member_gpu<<<blocks, kPassThreads>>>(community, nodes, first, work_.ranks,
                                                         number);
    CUDA_CHECK(cudaGetLastError());
  }

  // Makes the next level from the best communities of this one; false if nothing becomes smaller.
  bool contract(std::size_t at) {
    GpuLevel& level = levels_[at];
    const Node nodes = level.nodes;
    level.node_of = memory_.take<Node>(nodes);
    number_communities(work_.best[at % 2], nodes, work_.first, level.node_of);
    const int* const count = work_.ranks + nodes;
    const bool narrow = fits_narrow(problem_);
    level.with_view([&](const auto& view) {
      narrow ? fill_tables<1>(level, view, count) : fill_tables<2>(level, view, count);
    });

    const ContractedCommunities& made = work_.made;
    mark_linked_gpu<<<blocks_for(nodes), kPassThreads>>>(made, count, nodes);
    exclusive_scan(made.ranks, nodes, made.ranks, work_.scratch);
    exclusive_scan(made.offsets, nodes, made.offsets, work_.scratch);
    report_sizes_gpu<<<1, 1>>>(made, count, work_.sizes);
    CUDA_CHECK(cudaGetLastError());
    ContractedSizes sizes;
    copy_out(work_.sizes, 1, &sizes);
    if (sizes.communities == nodes) return false;
    levels_.push_back(lay_out(level, count, sizes));
    renumber_gpu<<<blocks_for(nodes), kPassThreads>>>(levels_[at].node_of, nodes, made, count);
    CUDA_CHECK(cudaGetLastError());
    return true;
  }

  template <int kWords, class View>
  void fill_tables(const GpuLevel& level, const View& view, const int* count) {
    const ContractedCommunities& made = work_.made;
    const Node nodes = level.nodes;
    for (void* sums : {static_cast<void*>(made.edges), static_cast<void*>(made.loops),
                       static_cast<void*>(made.strengths)}) {
      CUDA_CHECK(cudaMemsetAsync(sums, 0, nodes * sizeof(unsigned long long)));
    }
    CUDA_CHECK(cudaMemsetAsync(made.degrees, 0, nodes * sizeof(int)));
    add_nodes_gpu<<<blocks_for(nodes), kPassThreads>>>(view, level.node_of, made);
    size_tables_gpu<<<blocks_for(nodes), kPassThreads>>>(made, count, nodes);
    exclusive_scan(made.tables, nodes, made.tables, work_.scratch);
    const auto tables = work_.tables_of<kWords>();
    clear_slots_gpu<<<blocks_for(2 * level.edges), kPassThreads>>>(made.tables + nodes, tables);
    CUDA_CHECK(cudaGetLastError());
    const auto merge_of = [&](int class_number) {
      const int start = level.starts[class_number * options_.colors];
      const int end = level.starts[(class_number + 1) * options_.colors];
      Merge<typename View::WeightType, kWords> merge{
          view, level.node_of, level.order + start, end - start, nullptr, nullptr, tables, made};
      if (class_number == kHubs && end > start) {
        merge.size = level.chunks.back();
        merge.chunk_starts = level.chunk_starts;
        merge.hub_of_chunk = level.hub_of_chunk;
      }
      return merge;
    };
    merge<4>(merge_of(0));
    merge<8>(merge_of(1));
    merge<16>(merge_of(2));
    merge<32>(merge_of(3));
    merge<32>(merge_of(4));
    merge_by_blocks(merge_of(5));
    merge_by_blocks(merge_of(kHubs));
  }

  template <int kLanes, class Merge>
  void merge(const Merge& merge) const {
    if (merge.size == 0) return;
    merge_gpu<kLanes><<<blocks_for(merge.size, kPassThreads / kLanes), kPassThreads>>>(merge);
    CUDA_CHECK(cudaGetLastError());
  }

  template <class Merge>
  void merge_by_blocks(const Merge& merge) const {
    if (merge.size == 0) return;
    merge_by_blocks_gpu<<<blocks_for(merge.size, 1), kPassThreads>>>(merge);
    CUDA_CHECK(cudaGetLastError());
  }

  GpuLevel lay_out(const GpuLevel& fine, const int* count, const ContractedSizes& sizes) {
    GpuLevel level;
    level.nodes = sizes.nodes;
    level.edges = sizes.edges;
    level.offsets = memory_.take<EdgeIndex>(std::size_t{1} + sizes.nodes);
    level.neighbors = memory_.take<Node>(sizes.edges);
    level.loops = memory_.take<Weight>(sizes.nodes);
    level.strengths = memory_.take<Weight>(sizes.nodes);
    write_nodes_gpu<<<blocks_for(sizes.communities + 1), kPassThreads>>>(
        work_.made, sizes.communities, level.offsets, level.loops, level.strengths);
    CUDA_CHECK(cudaGetLastError());
    if (sizes.edges == 0) return level;
    const std::int64_t tiles = parts_of(2 * fine.edges, kScanTile);
    const std::int64_t* const slots = work_.made.tables + fine.nodes;
    count_filled_gpu<<<blocks_for(tiles, 1), kScanThreads>>>(slots, work_.table_keys, work_.filled,
                                                             tiles);
    exclusive_scan(work_.filled, tiles, work_.places, work_.scratch);
    const auto write = [&](auto* weights) {
      const auto write_from = [&](const auto& tables) {
        write_edges_gpu<<<blocks_for(tiles, 1), kScanThreads>>>(
            slots, tables, work_.places, tiles, work_.made, count, level.neighbors, weights);
      };
      if (fits_narrow(problem_)) {
        write_from(work_.tables_of<1>());
      } else {
        write_from(work_.tables_of<2>());
      }
    };
    if (problem_.total <= std::numeric_limits<std::int32_t>::max()) {
      write(level.narrow = memory_.take<std::int32_t>(sizes.edges));
    } else {
      write(level.wide = memory_.take<std::int64_t>(sizes.edges));
    }
    CUDA_CHECK(cudaGetLastError());
    return level;
  }

  // The coarsest communities were found by passes over this very graph.
  void refine(std::size_t at, const Node* coarse) {
    Stamps& stamps = stamps_[at];
    stamps.refine.record(nullptr);
    begin(at, levels_[at].node_of, coarse);
    const bool is_new = at + 2 < levels_.size() || levels_.back().edges > 0;
    if (is_new) improve(at, options_.refine_passes);
    stamps.refined.record(nullptr);
    stamps.was_refined = true;
    if (is_new) count_passes(&measures_->levels[at].refine_passes, &measures_->levels[at].scanned);
  }

  void count_passes(int* passes, std::int64_t* scanned) {
    PassState state;
    copy_out(work_.communities.state, 1, &state);
    *passes = state.passes;
    *scanned += static_cast<std::int64_t>(state.scanned);
  }

  void take_times() {
    measures_->milliseconds = milliseconds_between(start_, end_);
    if (has_first_pass_) {
      measures_->first_pass_ms = milliseconds_between(stamps_[0].start, first_pass_);
    }
    for (std::size_t at = 0; at < stamps_.size(); ++at) {
      const Stamps& stamps = stamps_[at];
      LevelMeasures& found = measures_->levels[at];
      found.optimize_ms = milliseconds_between(stamps.start, stamps.optimized);
      found.contract_ms = milliseconds_between(stamps.optimized, stamps.contracted);
      if (stamps.was_refined) found.refine_ms = milliseconds_between(stamps.refine, stamps.refined);
    }
  }

  std::vector<std::vector<Node>> all_levels() const {
    std::vector<std::vector<Node>> all;
    std::vector<Node> reached;
    for (std::size_t at = 0; at + 1 < levels_.size(); ++at) {
      std::vector<Node> node_of(levels_[at].nodes);
      copy_out(levels_[at].node_of, node_of.size(), node_of.data());
      if (at == 0) {
        reached = node_of;
      } else {
        for (Node& node : reached) {
          if (static_cast<std::size_t>(node) < node_of.size()) node = node_of[node];
        }
      }
      all.push_back(reached);
    }
    return all;
  }

  struct Stamps {
    Event start, optimized, contracted, refine, refined;
    bool was_refined = false;
  };

  const Problem& problem_;
  const LouvainOptions& options_;
  LouvainMeasures* measures_;
  cudaDeviceProp device_{};
  GpuMemory memory_;
  GpuWork work_;
  std::deque<GpuLevel> levels_;
  std::deque<Stamps> stamps_;
  PinnedArray<PassState> seen_;  // the state after the last two passes
  std::vector<Event> passed_;
  Event start_, end_, first_pass_;
  bool has_first_pass_ = false;
};

}  // namespace

Buffer<Node> find_on_gpu(const Problem& problem, const LouvainOptions& options,
                         std::vector<std::vector<Node>>* hierarchy, LouvainMeasures* measures) {
  check_gpu();
  return GpuEngine(problem, options, measures).run(hierarchy);
}

}  // namespace handshake
