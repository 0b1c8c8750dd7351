// The host side: which kernel comes next, and what GPUs tell each other.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "extensions/b_matching/gpu_answer.cuh"
#include "extensions/b_matching/gpu_engine.hpp"
#include "extensions/b_matching/gpu_part.cuh"
#include "extensions/b_matching/solve.hpp"
#include "extensions/common/partition.hpp"

namespace handshake {

constexpr int kBlocksPerProcessor = 8;
constexpr int kRoundsInFlight = 4;  // before the host asks how many nodes are left
constexpr int kUsualRounds = 16;
constexpr int kRoundsByThreads = 3;

// K: neighbors that a node keeps, and lanes that share a node in a round.
template <int K, TieRule kRule>
class GpuEngine {
  // A thread alone reads a short list if its registers have room and the index decides between ties.
  static constexpr int kInRegisters = kRule == TieRule::kIndex && K <= kMostInRegisters ? K : 0;

 public:
  GpuEngine(const BProblem& problem, const std::int32_t* weight_bits, const Layout& layout,
            const BOptions& options)
      : problem_(problem), layout_(layout), options_(options) {
    const std::vector<Node> borders =
        cut_by_edges(problem.graph, 0, problem.graph.numNodes, options.gpus, 32);
    for (int p = 0; p < options.gpus; ++p) {
      CUDA_CHECK(cudaSetDevice(p));
      parts_.push_back(
          std::make_unique<GpuPart>(p, problem, weight_bits, layout, borders[p], borders[p + 1]));
    }
    for (const auto& part : parts_) {
      part->view.copies = options.gpus;
      for (int q = 0; q < options.gpus; ++q) {
        part->view.thresholds_of[q] = parts_[q]->view.thresholds;
      }
    }
  }

  BMatching run(BMeasures* measures) {
    on_every_part([](GpuPart& part) { part.stream.wait(); });
    times_.emplace(measures);
    const auto start = std::chrono::steady_clock::now();
    begin();
    unsigned left = rounds(measures);
    measures->rest = left;
    if (left > 0) settle(static_cast<int>(measures->rounds), measures);
    end_step("offers");
    on_every_part([](GpuPart& part) {
      finish_gpu<kRule>
          <<<blocks(part), kRoundThreads, 0, part.stream.get()>>>(part.view, part.partners.data());
    });
    end_step("finish");
    on_every_part([](GpuPart& part) { part.stream.wait(); });
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    measures->milliseconds = time.count();
    return answer_of_parts<kRule>(problem_, parts_);
  }

 private:
  // A thread for every node, `lanes` times; as many as have room at the same time.
  static int blocks(const GpuPart& part, std::int64_t lanes = 1) {
    const std::int64_t nodes = part.view.end - part.view.begin;
    const std::int64_t most = std::int64_t{part.processors} * kBlocksPerProcessor;
    return static_cast<int>(std::min(most, nodes * lanes / kRoundThreads + 1));
  }

  template <class Launch>
  void on_every_part(const Launch& launch) {
    for (const std::unique_ptr<GpuPart>& part : parts_) {
      CUDA_CHECK(cudaSetDevice(part->device));
      launch(*part);
      CUDA_CHECK(cudaGetLastError());
    }
  }

  // Where components are measured, waits for all GPUs first.
  template <class... Round>
  void end_step(const char* name, Round... round) {
    if (!options_.components) return;
    on_every_part([](GpuPart& part) { part.stream.wait(); });
    times_->end_step(name, round...);
  }

  // What follows on any GPU comes after what was launched so far on all of them.
  void wait_for_each_other() {
    if (parts_.size() == 1) return;
    on_every_part([](GpuPart& part) { part.done.record(part.stream.get()); });
    on_every_part([this](GpuPart& part) {
      for (const std::unique_ptr<GpuPart>& other : parts_) {
        if (other->device == part.device) continue;
        CUDA_CHECK(cudaStreamWaitEvent(part.stream.get(), other->done.get(), 0));
      }
    });
  }

  // Every GPU sends the words of its own nodes to all others.
  void share_full() {
    if (parts_.size() == 1) return;
    on_every_part([this](GpuPart& part) {
      const std::size_t begin = part.view.begin / 32;
      const std::size_t words = (static_cast<std::size_t>(part.view.end) + 31) / 32 - begin;
      if (part.view.begin == part.view.end) return;
      for (const std::unique_ptr<GpuPart>& other : parts_) {
        if (other->device == part.device) continue;
        CUDA_CHECK(cudaMemcpyPeerAsync(other->full.data() + begin, other->device,
                                       part.full.data() + begin, part.device, words * 4,
                                       part.stream.get()));
      }
    });
    wait_for_each_other();
  }

  // Nodes with short lists get a thread each, if that is the way for this problem.
  void fill_short(GpuPart& part, const FillQueues& queues) {
    if constexpr (kInRegisters > 0) {
      fill_short_gpu<K><<<blocks(part), kFillThreads, 0, part.stream.get()>>>(part.view, queues.few,
                                                                              queues.many);
      CUDA_CHECK(cudaGetLastError());
    } else {
      (void)part, (void)queues;
    }
  }

  // A whole warp, or block, for each of the nodes that are left to them.
  void fill_long(GpuPart& part, const FillQueues& queues, bool is_first, bool also_few) {
    const cudaStream_t stream = part.stream.get();
    if (layout_.has_long_lists || also_few) {
      fill_by_warps_gpu<kRule><<<blocks(part, kWarpSize), kFillThreads, 0, stream>>>(
          part.view, is_first, also_few ? queues.few : NodeQueue{}, queues.many);
      CUDA_CHECK(cudaGetLastError());
    }
    if (layout_.has_hubs) {
      fill_hubs_gpu<kRule>
          <<<blocks(part, kHubThreads), kHubThreads, 0, stream>>>(part.view, is_first, queues.hubs);
      CUDA_CHECK(cudaGetLastError());
    }
  }

  // Lists and thresholds for all, and the first handshakes.
  void begin() {
    on_every_part([&](GpuPart& part) {
      const cudaStream_t stream = part.stream.get();
      CUDA_CHECK(
          cudaMemsetAsync(part.counts.data(), 0, part.counts.size() * sizeof(QueueCounts), stream));
      fill_first_gpu<kInRegisters><<<blocks(part), kFillThreads, 0, stream>>>(
          part.view, part.fill_of(0), part.sorted_lists());
      CUDA_CHECK(cudaGetLastError());
    });
    end_step("first fill");
    on_every_part([&](GpuPart& part) {
      fill_long(part, part.fill_of(0), true, false);
      if (layout_.has_sorted_lists) {
        sort_lists_gpu<kRule><<<blocks(part, kFillThreads), kFillThreads, 0, part.stream.get()>>>(
            part.view, part.sorted_lists());
      }
    });
    end_step("first fill, long lists");
    wait_for_each_other();
    on_every_part([&](GpuPart& part) { shake(part, {}, part.live_of(0)); });
    share_full();
    end_step("first shake");
  }

  // Round r reads live_of(r - 1) and fills live_of(r). Returns how many nodes are left.
  unsigned rounds(BMeasures* measures) {
    const int most =
        std::min(options_.rounds >= 0 ? options_.rounds : kUsualRounds, kMostGpuRounds);
    int round = 1;
    unsigned left = 1, before = static_cast<unsigned>(problem_.graph.numNodes);
    for (; round < most && left > 0; ++round) {
      one_round(round);
      if (round % kRoundsInFlight != 0) continue;
      left = count_live(round);
      // Long chains of equal weights: hardly anybody finds a partner in a round.
      if (options_.rounds < 0 && left > before / 2) {
        ++round;
        break;
      }
      before = left;
    }
    measures->rounds = round;
    return left == 0 ? 0 : count_live(round - 1);
  }

  // A thread per node where none has many entries, else a warp.
  void look(GpuPart& part, const NodeQueue& live, const FillQueues& fill) {
    const cudaStream_t stream = part.stream.get();
    if (K <= kMostInRegisters && !layout_.has_sorted_lists) {
      look_alone_gpu<K><<<blocks(part), kRoundThreads, 0, stream>>>(part.view, live, fill);
    } else {
      look_gpu<kWarpSize>
          <<<blocks(part, kWarpSize), kRoundThreads, 0, stream>>>(part.view, live, fill);
    }
  }
  void shake(GpuPart& part, const NodeQueue& live, const NodeQueue& next) {
    const cudaStream_t stream = part.stream.get();
    if (K <= kMostInRegisters && !layout_.has_sorted_lists) {
      shake_alone_gpu<K, kRule><<<blocks(part), kRoundThreads, 0, stream>>>(part.view, live, next);
    } else {
      shake_gpu<kWarpSize, kRule>
          <<<blocks(part, kWarpSize), kRoundThreads, 0, stream>>>(part.view, live, next);
    }
  }

  void one_round(int round) {
    on_every_part([&](GpuPart& part) { look(part, part.live_of(round - 1), part.fill_of(round)); });
    end_step("look", round);
    // While many nodes want more, a thread each is least work; a warp each is sooner done.
    const bool by_threads = kInRegisters > 0 && round <= kRoundsByThreads;
    if (by_threads) {
      on_every_part([&](GpuPart& part) { fill_short(part, part.fill_of(round)); });
      end_step("fill", round);
    }
    on_every_part([&](GpuPart& part) { fill_long(part, part.fill_of(round), false, !by_threads); });
    wait_for_each_other();
    end_step("fill, long lists", round);
    on_every_part(
        [&](GpuPart& part) { shake(part, part.live_of(round - 1), part.live_of(round)); });
    share_full();
    end_step("shake", round);
  }

  unsigned count_live(int round) {
    unsigned all = 0;
    on_every_part([&](GpuPart& part) {
      unsigned live = 0;
      CUDA_CHECK(cudaMemcpyAsync(&live, part.live_of(round).count, sizeof live,
                                 cudaMemcpyDeviceToHost, part.stream.get()));
      part.stream.wait();
      all += live;
    });
    return all;
  }

  // Offers settle the rest. The counters of two rounds take turns.
  void settle(int next_round, BMeasures* measures) {
    int now = (next_round - 1) & 1;
    on_every_part([&](GpuPart& part) {
      const cudaStream_t stream = part.stream.get();
      CUDA_CHECK(cudaMemcpyAsync(part.live_of(now).count, part.live_of(next_round - 1).count,
                                 sizeof(unsigned), cudaMemcpyDeviceToDevice, stream));
      open_offers_gpu<<<blocks(part), kRoundThreads, 0, stream>>>(part.view, part.live_of(now));
    });
    for (unsigned left = 1; left > 0; left = count_live(now)) {
      const int later = 1 - now;
      AllBParts all;
      all.parts = static_cast<int>(parts_.size());
      for (int p = 0; p < all.parts; ++p) {
        all.part[p] = parts_[p]->view;
        all.later[p] = parts_[p]->live_of(later);
      }
      on_every_part([&](GpuPart& part) {
        CUDA_CHECK(
            cudaMemsetAsync(&part.counts.data()[later], 0, sizeof(QueueCounts), part.stream.get()));
      });
      wait_for_each_other();
      on_every_part([&](GpuPart& part) {
        make_offers_gpu<kRule><<<blocks(part), kRoundThreads, 0, part.stream.get()>>>(
            all, part.device, part.live_of(now), part.fill_of(later));
        CUDA_CHECK(cudaGetLastError());
        fill_long(part, part.fill_of(later), false, kInRegisters > 0);
      });
      wait_for_each_other();
      ++measures->offer_rounds;
      now = later;
    }
  }

  const BProblem& problem_;
  const Layout& layout_;
  const BOptions& options_;
  std::optional<StepTimes> times_;
  GpuParts parts_;
};

template <int K>
BMatching run_with(const BProblem& problem, const std::int32_t* weight_bits, const Layout& layout,
                   const BOptions& options, BMeasures* measures) {
  switch (problem.ties) {
    case TieRule::kHash:
      return GpuEngine<K, TieRule::kHash>(problem, weight_bits, layout, options).run(measures);
    case TieRule::kDegree:
      return GpuEngine<K, TieRule::kDegree>(problem, weight_bits, layout, options).run(measures);
    case TieRule::kIndex:
      break;
  }
  return GpuEngine<K, TieRule::kIndex>(problem, weight_bits, layout, options).run(measures);
}

// Each is compiled in a file of its own: they are large.
extern template BMatching run_with<8>(const BProblem&, const std::int32_t*, const Layout&,
                                      const BOptions&, BMeasures*);
extern template BMatching run_with<16>(const BProblem&, const std::int32_t*, const Layout&,
                                       const BOptions&, BMeasures*);
extern template BMatching run_with<32>(const BProblem&, const std::int32_t*, const Layout&,
                                       const BOptions&, BMeasures*);

}  // namespace handshake
