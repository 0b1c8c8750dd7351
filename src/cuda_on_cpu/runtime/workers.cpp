// The helpers: threads of the operating system that run blocks together with the launching thread.
//
// Theory of operation. A launch with several blocks is put on a list. The host thread and the
// helpers that are awake take blocks of this launch; an atomic counter gives each block to one of
// them. A helper without work looks for work for a short time, and then sleeps. If a kernel is
// known to take less time than waking a helper, only the host thread runs it.
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "cuda_on_cpu/runtime/access.hpp"
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/faults.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"
#include "cuda_on_cpu/runtime/pace.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"

namespace cuda_on_cpu {
namespace {

constexpr long kLookForWork = 50000;  // nanoseconds before a helper sleeps
constexpr size_t kHelperStack = size_t{256} << 10;

long nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

class Pool {
 public:
  void run(Launch& launch) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      start_helpers();
      launches_.push_back(&launch);
      generation_.fetch_add(1, std::memory_order_release);
      if (sleeping_ > 0) work_.notify_all();
    }
    run_alone(launch);
    std::unique_lock<std::mutex> lock(mutex_);
    launches_.erase(std::find(launches_.begin(), launches_.end(), &launch));
    while (launch.helpers > 0) {
      // The helpers usually finish in less time than one block takes, so it is faster to check
      // again than to sleep.
      lock.unlock();
      const long begin = nanoseconds();
      while (busy_.load(std::memory_order_acquire) > 0 && nanoseconds() - begin < kLookForWork) {
        relax();
      }
      lock.lock();
      if (launch.helpers > 0) done_.wait(lock);
    }
  }

 private:
  // The helpers are never joined, because they end with the process.
  void start_helpers() {
    const int wanted = settings().workers - 1;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kHelperStack + kSharedArena);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t all, before;
    sigfillset(&all);
    for (const int fault : kFaultSignals) sigdelset(&all, fault);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the program's own threads
    for (; helpers_ < wanted; helpers_++) {
      pthread_t thread;
      if (pthread_create(&thread, &attributes, &Pool::help, this) != 0) break;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
  }

  static void* help(void* pool) {
    prepare_thread_for_faults();
    static_cast<Pool*>(pool)->help_for_ever();
    return nullptr;
  }

  void help_for_ever() {
    uint64_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      if (Launch* launch = find_work()) {
        launch->helpers++;
        busy_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        {
          const OpenForHelper open(launch->device->index, launch->peers);
          own_worker().run(*launch);
        }
        lock.lock();
        launch->helpers--;
        busy_.fetch_sub(1, std::memory_order_release);
        done_.notify_all();
        continue;
      }
      seen = generation_.load(std::memory_order_relaxed);
      lock.unlock();
      const long begin = nanoseconds();
      while (generation_.load(std::memory_order_acquire) == seen &&
             nanoseconds() - begin < kLookForWork) {
        relax();
      }
      lock.lock();
      if (generation_.load(std::memory_order_relaxed) == seen) {
        sleeping_++;
        work_.wait(lock);
        sleeping_--;
      }
    }
  }

  Launch* find_work() const {
    for (Launch* launch : launches_) {
      if (!launch->stopped && launch->next_turn < launch->blocks) return launch;
    }
    return nullptr;
  }

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable done_;
  std::vector<Launch*> launches_;
  std::atomic<uint64_t> generation_{0};
  std::atomic<int> busy_{0};
  int helpers_ = 0;
  int sleeping_ = 0;
};

Pool& pool() {
  static auto& result = *new Pool;  // never destroyed: helpers use it until the process ends
  return result;
}

}  // namespace

void run_alone(Launch& launch) {
  own_worker().run(launch);
}

void run_on_all_workers(Launch& launch) {
  if (settings().workers == 1 || launch.blocks == 1 || hooks != nullptr) return run_alone(launch);
  auto* kernel = const_cast<cuda_on_cpu_kernel*>(launch.kernel);
  const uint64_t threads = launch.blocks * launch.threads_per_block;
  const bool is_short = is_known_as_short(kernel->pace, threads);
  const long begin = nanoseconds();
  if (is_short) {
    run_alone(launch);
  } else {
    pool().run(launch);
  }
  const auto took = static_cast<double>(nanoseconds() - begin);
  note_pace(&kernel->pace, took * (is_short ? 1 : settings().workers), threads);
}

}  // namespace cuda_on_cpu
