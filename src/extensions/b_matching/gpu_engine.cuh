// The host code of the engine, which chooses the next kernel.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "extensions/b_matching/gpu_answer.cuh"
#include "extensions/b_matching/gpu_engine.hpp"
#include "extensions/b_matching/gpu_fill.cuh"
#include "extensions/b_matching/gpu_plans.cuh"
#include "extensions/b_matching/gpu_team.cuh"
#include "extensions/b_matching/solve.hpp"

namespace handshake::b_matching {

constexpr int kRoundsInFlight = 4;  // rounds before the host asks how many nodes are left
constexpr int kUsualRounds = 16;
constexpr int kRoundsByThreads = 3;

// K: how many neighbors a node keeps.
template <int K, TieRule kRule>
class GpuEngine {
 public:
  GpuEngine(const Problem& problem, const std::int32_t* weight_bits, const Layout& layout,
            const Options& options)
      : problem_(problem), layout_(layout), options_(options) {
    for (PartPlan& plan : plan_parts(problem, layout, options)) {
      const int device = static_cast<int>(team_.parts().size());
      CUDA_CHECK(cudaSetDevice(device));
      team_.add(std::make_unique<GpuPart>(device, problem, weight_bits, layout, std::move(plan)));
    }
    team_.connect();
  }

  BMatching run(Measures* measures) {
    team_.wait();
    times_.emplace(measures);
    const auto start = std::chrono::steady_clock::now();
    begin();
    unsigned left = rounds(measures);
    measures->rest = left;
    if (left > 0) settle(static_cast<int>(measures->rounds), measures);
    end_step("offers");
    team_.on_every_part([](GpuPart& part) {
      finish_gpu<kRule>
          <<<blocks(part), kRoundThreads, 0, part.stream.get()>>>(part.view, part.partners.data());
    });
    end_step("finish");
    team_.wait();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    measures->milliseconds = time.count();
    for (const auto& part : team_.parts()) {
      if (part->lists) measures->edges_from_host += part->lists->edges_sent();
    }
    return answer_of_parts<kRule>(problem_, team_.parts());
  }

 private:
  // Waits for all GPUs and ends the step, but only if the time of each step is measured.
  template <class... Round>
  void end_step(const char* name, Round... round) {
    if (!options_.components) return;
    team_.wait();
    times_->end_step(name, round...);
  }

  // Makes the lists and thresholds of all nodes, and matches the first edges.
  void begin() {
    team_.on_every_part([&](GpuPart& part) { fill_.first(part); });
    end_step("first fill");
    team_.on_every_part([&](GpuPart& part) { fill_.first_long(part); });
    end_step("first fill, long lists");
    team_.wait_for_each_other();
    team_.on_every_part([&](GpuPart& part) { shake(part, {}, part.live_of(0)); });
    team_.share_full();
    end_step("first shake");
  }

  // Round r reads live_of(r - 1) and fills live_of(r). Returns how many nodes are left.
  unsigned rounds(Measures* measures) {
    const int most =
        std::min(options_.rounds >= 0 ? options_.rounds : kUsualRounds, kMostGpuRounds);
    int round = 1;
    unsigned left = 1, before = static_cast<unsigned>(problem_.graph.numNodes);
    for (; round < most && left > 0; ++round) {
      one_round(round);
      if (round % kRoundsInFlight != 0) continue;
      left = team_.count_live(round);
      // In long chains of edges with equal weights, few nodes find a partner in a round. Then
      // offers match the nodes that are left.
      if (options_.rounds < 0 && left > before / 2) {
        ++round;
        break;
      }
      before = left;
    }
    measures->rounds = round;
    return left == 0 ? 0 : team_.count_live(round - 1);
  }

  // Uses one thread per node if no node has many entries, and otherwise one warp per node.
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
    team_.on_every_part(
        [&](GpuPart& part) { look(part, part.live_of(round - 1), part.fill_of(round)); });
    end_step("look", round);
    // While many nodes need neighbors, one thread per node is faster, because the threads have less
    // work in total. Otherwise, one warp per node is faster.
    const bool by_threads = Fill<K, kRule>::kInRegisters > 0 && round <= kRoundsByThreads;
    if (by_threads) {
      team_.on_every_part([&](GpuPart& part) { fill_.short_lists(part, part.fill_of(round)); });
      end_step("fill", round);
    }
    team_.on_every_part(
        [&](GpuPart& part) { fill_.long_lists(part, part.fill_of(round), false, !by_threads); });
    team_.wait_for_each_other();
    end_step("fill, long lists", round);
    team_.on_every_part(
        [&](GpuPart& part) { shake(part, part.live_of(round - 1), part.live_of(round)); });
    team_.share_full();
    end_step("shake", round);
  }

  // Uses offers to match the nodes that are left. The rounds use two sets of counters in turn.
  void settle(int next_round, Measures* measures) {
    int now = (next_round - 1) & 1;
    team_.on_every_part([&](GpuPart& part) {
      const cudaStream_t stream = part.stream.get();
      CUDA_CHECK(cudaMemcpyAsync(part.live_of(now).count, part.live_of(next_round - 1).count,
                                 sizeof(unsigned), cudaMemcpyDeviceToDevice, stream));
      open_offers_gpu<<<blocks(part), kRoundThreads, 0, stream>>>(part.view, part.live_of(now));
    });
    for (unsigned left = 1; left > 0; left = team_.count_live(now)) {
      const int later = 1 - now;
      const AllBParts all = team_.all(later);
      team_.on_every_part([&](GpuPart& part) {
        CUDA_CHECK(
            cudaMemsetAsync(&part.counts.data()[later], 0, sizeof(QueueCounts), part.stream.get()));
      });
      team_.wait_for_each_other();
      team_.on_every_part([&](GpuPart& part) {
        make_offers_gpu<kRule><<<blocks(part), kRoundThreads, 0, part.stream.get()>>>(
            all, part.device, part.live_of(now), part.fill_of(later));
        CUDA_CHECK(cudaGetLastError());
        fill_.long_lists(part, part.fill_of(later), false, Fill<K, kRule>::kInRegisters > 0);
      });
      team_.wait_for_each_other();
      ++measures->offer_rounds;
      now = later;
    }
  }

  const Problem& problem_;
  const Layout& layout_;
  const Options& options_;
  std::optional<StepTimes> times_;
  Fill<K, kRule> fill_{layout_};
  GpuTeam team_;
};

template <int K>
BMatching run_with(const Problem& problem, const std::int32_t* weight_bits, const Layout& layout,
                   const Options& options, Measures* measures) {
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

// Each of these functions is compiled in a separate file, because they are large.
extern template BMatching run_with<8>(const Problem&, const std::int32_t*, const Layout&,
                                      const Options&, Measures*);
extern template BMatching run_with<16>(const Problem&, const std::int32_t*, const Layout&,
                                       const Options&, Measures*);
extern template BMatching run_with<32>(const Problem&, const std::int32_t*, const Layout&,
                                       const Options&, Measures*);

}  // namespace handshake::b_matching
