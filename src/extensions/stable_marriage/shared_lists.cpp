// A thread that has finished a block of women takes the next block. The women of a block stay in
// the first-level cache of one processor core.
#include "extensions/stable_marriage/shared_lists.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <variant>
#include <vector>

#include "extensions/stable_marriage/scan_women.hpp"
#include "graph/parallel.hpp"

namespace handshake::marriage {
namespace {

constexpr std::int64_t kWomenOfBlock = 4096;
// A thread handles at most this many men before it looks for more men from the previous block.
constexpr std::int64_t kMenAtOnce = 256;

class Pipeline {
 public:
  Pipeline(Person men, Person women)
      : queue_(men), suitors_(women), sent_on_(women / kWomenOfBlock + 2) {
    std::iota(queue_.begin(), queue_.end(), 0);
    std::fill(suitors_.begin(), suitors_.end(), kNoMan);
    sent_on_[0].men = men;
    sent_on_[0].is_all = true;
  }

  void work() {
    const std::int64_t women = static_cast<std::int64_t>(suitors_.size());
    for (std::int64_t block = next_block_++; block * kWomenOfBlock < women; block = next_block_++) {
      serve_block(block, std::min(women, (block + 1) * kWomenOfBlock));
    }
  }

  const std::uint32_t* suitors() const { return suitors_.data(); }
  std::int64_t placements() const { return placements_; }

 private:
  // How many men a block has sent on to the next block (they are at the start of the queue), and
  // whether no more men will follow.
  struct alignas(64) Sent {
    std::atomic<std::int64_t> men{0};
    std::atomic<bool> is_all{false};
  };

  void serve_block(std::int64_t block, std::int64_t end) {
    Sent& before = sent_on_[block];
    Sent& after = sent_on_[block + 1];
    std::int64_t read = 0, written = 0, placed = 0;
    for (;;) {
      const bool is_all = before.is_all.load(std::memory_order_acquire);
      const std::int64_t there =
          std::min(read + kMenAtOnce, before.men.load(std::memory_order_acquire));
      if (read == there) {
        if (is_all) break;
        std::this_thread::yield();
      }
      for (; read < there; ++read) {
        const Person refused = ask(queue_[read], block * kWomenOfBlock, end, &placed);
        if (refused != kNobody) queue_[written++] = refused;
      }
      after.men.store(written, std::memory_order_release);
    }
    after.is_all.store(true, std::memory_order_release);
    placements_ += placed;
  }

  // The man asks the women of a block until one takes him; the man whom he displaces then continues
  // with the next woman. Returns the man who is free at the end of the block, or kNobody.
  Person ask(Person man, std::int64_t at, std::int64_t end, std::int64_t* placed) {
    for (;;) {
      at = first_above(suitors_.data(), at, end, static_cast<std::uint32_t>(man));
      if (at == end) return man;
      const std::uint32_t loser = suitors_[at];
      suitors_[at++] = static_cast<std::uint32_t>(man);
      ++*placed;
      if (loser == kNoMan) return kNobody;
      man = static_cast<Person>(loser);
    }
  }

  Buffer<Person> queue_;
  Buffer<std::uint32_t> suitors_;
  std::vector<Sent> sent_on_;  // [b + 1]: the men who are free after block b; [0]: all men
  std::atomic<std::int64_t> next_block_{0};
  std::atomic<std::int64_t> placements_{0};
};

}  // namespace

Marriage solve_shared_on_cpu(const Problem& problem, int threads, Measures* measures) {
  const auto start = std::chrono::steady_clock::now();
  Pipeline pipeline(problem.men, problem.women);
  for_each_part(threads, threads, [&](std::int64_t) { pipeline.work(); });
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  measures->milliseconds = time.count();
  measures->placements = pipeline.placements();
  measures->rounds = 1;
  return answer_of_shared(problem, pipeline.suitors(), measures);
}

Marriage answer_of_shared(const Problem& problem, const std::uint32_t* suitors,
                          Measures* measures) {
  const auto& shared = std::get<SharedLists>(problem.lists);
  Marriage marriage{Buffer<Person>(problem.men)};
  std::fill(marriage.partners.begin(), marriage.partners.end(), kNobody);
  measures->matched = 0;
  measures->considered = 0;
  for (Person w = 0; w < problem.women; ++w) {
    if (suitors[w] == kNoMan) continue;
    marriage.partners[shared.men[suitors[w]]] = shared.women[w];
    ++measures->matched;
    measures->considered += w + 1;
  }
  measures->considered += (problem.men - measures->matched) * std::int64_t{problem.women};
  return marriage;
}

}  // namespace handshake::marriage
