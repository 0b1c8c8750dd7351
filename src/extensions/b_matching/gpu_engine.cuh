// The host side: which kernel comes next, and what GPUs tell each other.
#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "extensions/b_matching/gpu_engine.hpp"
#include "extensions/b_matching/gpu_part.cuh"
#include "extensions/b_matching/slots.hpp"
#include "extensions/b_matching/solve.hpp"
#include "extensions/common/copies.cuh"
#include "extensions/common/partition.hpp"

namespace handshake {

constexpr int kBlocksPerProcessor = 8;
constexpr int kRoundsInFlight = 4;  // before the host asks how many nodes are left
constexpr int kUsualRounds = 16;

// K: neighbors that a thread keeps of those that it reads.
template <int K, TieRule kRule>
class GpuEngine {
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
        part->view.thresholds_of[q] = parts_[q]->thresholds.data();
      }
    }
  }

  BMatching run(BMeasures* measures) {
    on_every_part([](GpuPart& part) { part.stream.wait(); });
    measures_ = measures;
    const auto start = step_start_ = std::chrono::steady_clock::now();
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
    return answer();
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

  // Where components are measured, waits for all GPUs and adds the time since the last one.
  void end_step(const char* name) {
    if (!options_.components) return;
    on_every_part([](GpuPart& part) { part.stream.wait(); });
    const auto now = std::chrono::steady_clock::now();
    measures_->component_ms[name] +=
        std::chrono::duration<double, std::milli>(now - step_start_).count();
    step_start_ = now;
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

  // A whole warp, or block, for each of the nodes that are left to them.
  void fill_long(GpuPart& part, int round, bool is_first) {
    const FillQueues queues = part.fill_of(round);
    if (layout_.has_long_lists) {
      fill_lists_gpu<K, kRule><<<blocks(part, kWarpSize), kFillThreads, 0, part.stream.get()>>>(
          part.view, is_first, kWarpSize, queues.many, queues, {});
      CUDA_CHECK(cudaGetLastError());
    }
    if (layout_.has_hubs) {
      fill_hubs_gpu<K, kRule><<<blocks(part, kFillThreads), kHubThreads<K>, 0, part.stream.get()>>>(
          part.view, is_first, queues.hubs);
      CUDA_CHECK(cudaGetLastError());
    }
  }

  // Few lanes a node, so that each has several neighbors to look at.
  int lanes() const {
    const EdgeIndex mean = problem_.graph.numEdges() / std::max(problem_.graph.numNodes, 1);
    return mean < 6 ? 1 : mean < 12 ? 2 : 4;
  }

  // Lists and thresholds for all, and the first handshakes.
  void begin() {
    on_every_part([&](GpuPart& part) {
      const cudaStream_t stream = part.stream.get();
      CUDA_CHECK(
          cudaMemsetAsync(part.counts.data(), 0, part.counts.size() * sizeof(QueueCounts), stream));
      CUDA_CHECK(cudaMemsetAsync(part.full.data(), 0, part.full.size() * 4, stream));
      fill_lists_gpu<K, kRule><<<blocks(part, lanes()), kFillThreads, 0, stream>>>(
          part.view, true, lanes(), {}, part.fill_of(0), part.sorted_lists());
      CUDA_CHECK(cudaGetLastError());
      end_step("first fill");
      fill_long(part, 0, true);
      if (layout_.has_sorted_lists) {
        sort_lists_gpu<kRule><<<blocks(part, kFillThreads), kFillThreads, 0, stream>>>(
            part.view, part.sorted_lists());
      }
    });
    wait_for_each_other();
    on_every_part([](GpuPart& part) {
      shake_gpu<kRule>
          <<<blocks(part), kRoundThreads, 0, part.stream.get()>>>(part.view, {}, part.live_of(0));
    });
    share_full();
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

  void one_round(int round) {
    on_every_part([&](GpuPart& part) {
      const cudaStream_t stream = part.stream.get();
      const FillQueues fill = part.fill_of(round);
      look_gpu<<<blocks(part), kRoundThreads, 0, stream>>>(part.view, part.live_of(round - 1),
                                                           fill);
      CUDA_CHECK(cudaGetLastError());
      end_step("look");
      fill_few(part, fill);
      end_step("fill");
      fill_long(part, round, false);
    });
    wait_for_each_other();
    end_step("fill, long lists");
    on_every_part([&](GpuPart& part) {
      shake_gpu<kRule><<<blocks(part), kRoundThreads, 0, part.stream.get()>>>(
          part.view, part.live_of(round - 1), part.live_of(round));
    });
    share_full();
    end_step("shake");
  }

  void fill_few(GpuPart& part, const FillQueues& fill) {
    constexpr int kLanes = 8;
    fill_lists_gpu<K, kRule><<<blocks(part, kLanes), kFillThreads, 0, part.stream.get()>>>(
        part.view, false, kLanes, fill.few, fill, {});
    CUDA_CHECK(cudaGetLastError());
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
        fill_few(part, part.fill_of(later));
        fill_long(part, later, false);
      });
      wait_for_each_other();
      ++measures->offer_rounds;
      now = later;
    }
  }

  BMatching answer() {
    BMatching matching;
    std::vector<Buffer<int>> counts;
    on_every_part([&](GpuPart& part) { counts.push_back(on_host(part.partners)); });
    std::size_t p = 0;
    const auto part_of = [&](Node v) {
      while (v >= parts_[p]->view.end) ++p;
      return p;
    };
    matching.offsets = Buffer<EdgeIndex>(std::size_t{1} + problem_.graph.numNodes);
    matching.offsets[0] = 0;
    for (Node v = 0; v < problem_.graph.numNodes; ++v) {
      const auto& of_part = counts[part_of(v)];
      matching.offsets[v + 1] = matching.offsets[v] + of_part[v - parts_[p]->view.begin];
    }
    matching.partners = Buffer<Node>(matching.offsets[problem_.graph.numNodes]);
    on_every_part([&](GpuPart& part) { take_partners(part, &matching); });
    return matching;
  }

  // Long lists come in no order.
  void take_partners(const GpuPart& part, BMatching* matching) const {
    const Buffer<Entry> places = on_host(part.places);
    const EntryOrder<kRule> order{problem_.graph.offsets.data()};
    for_each_number(part.view.end - part.view.begin, kNodesInARow, 0, [&](std::int64_t i) {
      const Node v = part.view.begin + static_cast<Node>(i);
      const Entry* const from = places.data() + part.places_begin(problem_, v);
      const EdgeIndex begin = matching->offsets[v], count = matching->offsets[v + 1] - begin;
      std::vector<Entry> sorted(from, from + count);
      if (problem_.places(v) > kMostCached) {
        std::sort(sorted.begin(), sorted.end(),
                  [&](Entry a, Entry b) { return order.better(v, a, b); });
      }
      std::transform(sorted.begin(), sorted.end(), matching->partners.begin() + begin, node_of);
    });
  }

  const BProblem& problem_;
  const Layout& layout_;
  const BOptions& options_;
  BMeasures* measures_ = nullptr;
  std::chrono::steady_clock::time_point step_start_;
  std::vector<std::unique_ptr<GpuPart>> parts_;
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
