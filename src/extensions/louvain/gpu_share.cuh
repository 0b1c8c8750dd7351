// The work of one GPU in the passes over a level: the launches of a sub-round, and their state.
#pragma once

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "extensions/louvain/gpu_context.cuh"
#include "extensions/louvain/gpu_exchange.cuh"
#include "extensions/louvain/gpu_state.cuh"

namespace handshake::louvain {

constexpr Node kManyNodes = 1500000;

// The nodes of a color, and the blocks for them.
inline SubRound sub_round_of(const GpuLevel& level, const GpuWork& work, int colors, int color) {
  SubRound round;
  round.color = color;
  round.rounds = level.nodes > kManyNodes ? kMostRounds : 1;
  const int* const hubs = level.starts.data() + kHubs * colors;
  round.first_hub = hubs[color] - hubs[0];
  for (int i = 0; i < kClasses; ++i) {
    const int key = i * colors + color;
    const int start = level.starts[key];
    const std::int64_t size = level.starts[key + 1] - start;
    round.of_class[i] = {level.order + start, work.moved + start + key, size};
    std::int64_t blocks = size;
    if (i < kTileClasses) blocks = parts_of(size, kPassWarps * nodes_of_batch(i, round.rounds));
    if (i == kHubs && size > 0) blocks = level.chunks[color + 1] - level.chunks[color];
    round.blocks[i] = static_cast<int>(blocks);
  }
  return round;
}

inline int blocks_of(const SubRound& round) {
  return std::accumulate(std::begin(round.blocks), std::end(round.blocks), 0);
}

// The tables of hubs. They use the memory that contraction later needs for its tables.
template <class Value>
HubTables<Value> hub_tables(const GpuContext& gpu, const GpuLevel& level, const GpuWork& work) {
  const int count = level.starts.back() - level.starts[kHubs * gpu.options.colors];
  if (count == 0) return {};
  const HubTables<Value> hubs{work.tables_of<kSumWords<Value>>(),
                              work.entered,
                              work.hub_counts,
                              static_cast<Choice<Value>*>(work.best_of_chunks),
                              level.chunk_starts,
                              level.hub_of_chunk};
  clear_hubs_gpu<<<gpu.blocks_for(2 * level.edges), kPassThreads>>>(hubs, 2 * level.edges, count);
  CUDA_CHECK(cudaGetLastError());
  return hubs;
}

template <class InputWeight, class Value>
class GpuShare {
 public:
  GpuShare(const GpuContext& gpu, const GpuLevel& level, const LevelView<InputWeight>& view,
           const GpuWork& work, const LevelCommunities& c, const GpuRules<Value>& rules)
      : gpu_(gpu),
        level_(level),
        work_(work),
        decision_{view, c, rules, 0},
        hubs_(hub_tables<Value>(gpu, level, work)) {}

  void start_sub_round(int color) {
    now_ = sub_round_of(level_, work_, colors(), color);
    decision_.color = color;
  }
  bool is_empty() const { return blocks_of(now_) == 0; }

  void decide() {
    const auto blocks = static_cast<unsigned>(std::max(1, blocks_of(now_)));
    if (colors() == 1) {
      take_over_gpu<<<blocks, kPassThreads>>>(decision_.c, before_);
      before_ = {};
    }
    decide_gpu<<<blocks, kPassThreads>>>(decision_, now_, before_, hubs_);
    const auto of_hubs = static_cast<unsigned>(now_.blocks[kHubs]);
    if (of_hubs > 0) judge_hubs_gpu<<<of_hubs, kPassThreads>>>(decision_, now_, hubs_);
    CUDA_CHECK(cudaGetLastError());
  }

  void move() {
    if (is_empty()) return;
    move_gpu<<<static_cast<unsigned>(blocks_of(now_)), kPassThreads>>>(decision_.level, decision_.c,
                                                                       colors(), now_, hubs_);
    CUDA_CHECK(cudaGetLastError());
  }

  // Swaps the array that is read and the array that is written. They differ only in the nodes that
  // moved in this sub-round. The next sub-round first repeats these moves in the array that it
  // writes (see take_over).
  void end_sub_round() {
    std::swap(decision_.c.of_node, decision_.c.next);
    before_ = now_;
  }

  void end_pass(bool first, const PassStates& others = {}) {
    const Node nodes = decision_.level.nodes;
    end_pass_gpu<<<gpu_.blocks_for(nodes, 8 * kPassThreads), kPassThreads>>>(
        decision_.c, nodes, decision_.rules.gains, first, others);
    CUDA_CHECK(cudaGetLastError());
  }

  void keep_best() {
    const Node nodes = decision_.level.nodes;
    keep_best_gpu<<<gpu_.blocks_for(nodes), kPassThreads>>>(decision_.c, nodes);
    CUDA_CHECK(cudaGetLastError());
  }

  // Makes all passes in one launch. On a simulated GPU, this launch has only one block, because a
  // simulated GPU cannot run several blocks at the same time.
  void improve_at_once(int passes) {
    std::vector<SubRound> rounds;
    int most = 1;
    for (int color = 0; color < colors(); ++color) {
      rounds.push_back(sub_round_of(level_, work_, colors(), color));
      most = std::max(most, blocks_of(rounds.back()));
    }
    CUDA_CHECK(cudaMemcpyAsync(work_.rounds, rounds.data(), rounds.size() * sizeof(SubRound),
                               cudaMemcpyHostToDevice));
    SmallPass<InputWeight, Value> pass{decision_, work_.rounds, hubs_};
    most = gpu_.device.cooperativeLaunch ? std::min(most, gpu_.device.multiProcessorCount) : 1;
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

  // The next functions read the share of another GPU; see gpu_exchange.cuh.
  void take_moves_of(const GpuShare& other) {
    take_moves_gpu<Value><<<blocks_for_movers_of(other), kPassThreads>>>(
        decision_.c, decision_.level.strengths, other.now_, other.decision_.c.next);
    CUDA_CHECK(cudaGetLastError());
  }
  void take_marks_of(const GpuShare& other, Node begin, Node end) {
    const unsigned blocks = std::max(blocks_for_movers_of(other),
                                     gpu_.blocks_for(end - begin, kMarksEach * kPassThreads));
    take_marks_gpu<<<blocks, kPassThreads>>>(decision_.c, other.now_, other.decision_.c.active,
                                             begin, end);
    CUDA_CHECK(cudaGetLastError());
  }

  const LevelCommunities& communities() const { return decision_.c; }

 private:
  unsigned blocks_for_movers_of(const GpuShare& other) const {
    std::int64_t most = 0;
    for (const Segment& segment : other.now_.of_class) most = std::max(most, segment.size);
    return gpu_.blocks_for(most);
  }
  int colors() const { return gpu_.options.colors; }

  const GpuContext& gpu_;
  const GpuLevel& level_;
  const GpuWork& work_;
  Decision<InputWeight, Value> decision_;
  HubTables<Value> hubs_;
  SubRound now_{}, before_{};
};

}  // namespace handshake::louvain
