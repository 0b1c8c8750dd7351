// Shared lists on a GPU: one block of threads per block of women. The threads keep the suitors of
// these women in registers.
#include <chrono>
#include <numeric>

#include "extensions/common/copies.cuh"
#include "extensions/stable_marriage/shared_lists.hpp"
#include "gpu/warp.cuh"

namespace handshake::marriage {
namespace {

constexpr int kThreads = 512;
constexpr int kWomenOfThread = 8;
constexpr int kWomenOfBlock = kThreads * kWomenOfThread;
constexpr int kMenAtOnce = 32;
constexpr unsigned kNobodyFound = ~0u;

struct Pipeline {
  std::uint32_t* queue;
  std::uint32_t* suitors;
  // sent_on[b + 1]: 2 * the number of men whom block b has sent on, plus 1 if block b is done.
  // sent_on[0]: 2 * the number of all men, plus 1.
  unsigned* sent_on;
  // Gives blocks their numbers in the order in which they begin, so that each block waits only for
  // blocks that began earlier.
  unsigned* ticket;
  unsigned long long* placements;
  int women;
};

// The suitors of the women of one thread; these women have consecutive numbers.
struct Suitors {
  std::uint32_t of[kWomenOfThread];

  __device__ unsigned first_above(std::uint32_t man) const {
    unsigned first = kNobodyFound;
#pragma unroll
    for (int i = kWomenOfThread - 1; i >= 0; --i) {
      if (of[i] > man) first = threadIdx.x * kWomenOfThread + i;
    }
    return first;
  }
  // Makes `man` the suitor of woman `which`. Returns the suitor whom he displaces.
  __device__ std::uint32_t replace(int which, std::uint32_t man) {
    std::uint32_t old = kNoMan;
#pragma unroll
    for (int i = 0; i < kWomenOfThread; ++i) {
      if (i != which) continue;
      old = of[i];
      of[i] = man;
    }
    return old;
  }
};

// Finds the first woman of the block who would take the man. All threads must call this function.
__device__ unsigned first_of_block(const Suitors& mine, std::uint32_t man, unsigned* shared) {
  if (threadIdx.x == 0) *shared = kNobodyFound;
  __syncthreads();
  const unsigned of_warp = ~warp_max(~mine.first_above(man));
  if (lane_of_thread() == 0 && of_warp != kNobodyFound) atomicMin(shared, of_warp);
  __syncthreads();
  return *shared;
}

// Each block serves the men of the queue as they arrive. A man who is displaced asks all women of
// the block again. This is harmless: the women before his former partner still refuse him.
__global__ void shared_lists_gpu(Pipeline all) {
  __shared__ unsigned block, first, there;
  __shared__ std::uint32_t loser;
  __shared__ std::uint32_t men[kMenAtOnce];
  if (threadIdx.x == 0) block = atomicAdd(all.ticket, 1u);
  __syncthreads();
  const int from = static_cast<int>(block) * kWomenOfBlock + threadIdx.x * kWomenOfThread;
  Suitors mine;
  for (int i = 0; i < kWomenOfThread; ++i) mine.of[i] = from + i < all.women ? kNoMan : 0;

  unsigned long long placements = 0;  // of thread 0
  unsigned read = 0, written = 0;     // how many men were read and written
  for (;;) {
    __syncthreads();  // all threads have read `there` and `men` of the last step
    if (threadIdx.x == 0) {
      do {
        there = read_shared_word(&all.sent_on[block]);
      } while (there >> 1 == read && (there & 1) == 0);
      __threadfence();  // so `queue` is read after `sent_on`
    }
    __syncthreads();
    const unsigned count = min(there / 2 - read, static_cast<unsigned>(kMenAtOnce));
    if (count == 0) break;
    if (threadIdx.x < kMenAtOnce) {
      men[threadIdx.x] =
          threadIdx.x < count ? read_shared_word(&all.queue[read + threadIdx.x]) : kNoMan;
    }
    read += count;
    __syncthreads();
    bool anybody = false;
    for (int i = 0; i < kMenAtOnce; ++i) anybody |= mine.first_above(men[i]) != kNobodyFound;
    unsigned left = count;
    if (__syncthreads_or(anybody)) {
      left = 0;
      for (unsigned i = 0; i < count; ++i) {
        std::uint32_t man = men[i];
        while (man != kNoMan) {
          const unsigned woman = first_of_block(mine, man, &first);
          if (woman == kNobodyFound) break;
          if (woman / kWomenOfThread == threadIdx.x) {
            loser = mine.replace(woman % kWomenOfThread, man);
          }
          placements += threadIdx.x == 0;
          __syncthreads();
          man = loser;
        }
        __syncthreads();  // all threads have read men[i]
        if (man != kNoMan) {
          if (threadIdx.x == 0) men[left] = man;
          ++left;
        }
      }
      __syncthreads();
    }
    if (threadIdx.x < left) write_shared_word(&all.queue[written + threadIdx.x], men[threadIdx.x]);
    written += left;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();  // the men are written before their count
      write_shared_word(&all.sent_on[block + 1], 2 * written);
    }
  }
  for (int i = 0; i < kWomenOfThread; ++i) {
    if (from + i < all.women) all.suitors[from + i] = mine.of[i];
  }
  if (threadIdx.x == 0) {
    __threadfence();
    write_shared_word(&all.sent_on[block + 1], 2 * written + 1);
    atomicAdd(all.placements, placements);
  }
}

}  // namespace

Marriage solve_shared_on_gpu(const Problem& problem, Measures* measures) {
  const int blocks = (problem.women + kWomenOfBlock - 1) / kWomenOfBlock;
  std::vector<std::uint32_t> everybody(problem.men);
  std::iota(everybody.begin(), everybody.end(), 0u);
  DeviceArray<std::uint32_t> queue(problem.men), suitors(problem.women);
  DeviceArray<unsigned> sent_on(blocks + 1), ticket(1);
  DeviceArray<unsigned long long> placements(1);
  CUDA_CHECK(cudaDeviceSynchronize());

  const auto start = std::chrono::steady_clock::now();
  const unsigned all_men = 2 * static_cast<unsigned>(problem.men) + 1;
  CUDA_CHECK(cudaMemset(sent_on.data(), 0, sent_on.size() * sizeof(unsigned)));
  CUDA_CHECK(cudaMemset(ticket.data(), 0, sizeof(unsigned)));
  CUDA_CHECK(cudaMemset(placements.data(), 0, sizeof(unsigned long long)));
  CUDA_CHECK(cudaMemcpy(sent_on.data(), &all_men, sizeof all_men, cudaMemcpyHostToDevice));
  if (problem.men > 0) {
    CUDA_CHECK(cudaMemcpy(queue.data(), everybody.data(), everybody.size() * sizeof(std::uint32_t),
                          cudaMemcpyHostToDevice));
  }
  if (blocks > 0) {
    shared_lists_gpu<<<blocks, kThreads>>>({queue.data(), suitors.data(), sent_on.data(),
                                            ticket.data(), placements.data(), problem.women});
    CUDA_CHECK(cudaGetLastError());
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;

  measures->milliseconds = time.count();
  measures->placements = static_cast<std::int64_t>(on_host(placements)[0]);
  measures->rounds = 1;
  return answer_of_shared(problem, on_host(suitors).data(), measures);
}

}  // namespace handshake::marriage
