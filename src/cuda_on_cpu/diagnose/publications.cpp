// Records fences and calls of atomic functions. See publications.hpp.
#include "cuda_on_cpu/diagnose/publications.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cuda_on_cpu/diagnose/shadow.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"

namespace cuda_on_cpu::diagnose {

bool fences_in_use;

namespace {

using Key = uint64_t;  // the address of an atomic object
using Known = std::unordered_map<Key, uint64_t>;

// A fence orders all earlier accesses of its own thread, the accesses of its block before the last
// barrier, and the accesses of its warp before the last warp operation.
struct Fence {
  uint32_t time, barrier_time, synced_at;
};

// A call of an atomic function, and its number in the log of the address. For the calling thread:
// the times of its last barrier and its last warp operation, and its last fence.
struct Call {
  uint64_t number;
  uint32_t barrier_time, synced_at;
  Fence fence;
};

// From call `number` on, the log also contains the first `known` calls of another log.
struct Import {
  uint64_t number;
  uint64_t known;
};

struct Log {
  uint64_t calls = 0;
  std::unordered_map<uint64_t, std::vector<Call>> of_thread;
  // The calls of all threads of a block. In each call, fence.barrier_time is the maximum over this
  // call and all earlier ones.
  std::unordered_map<uint64_t, std::vector<Call>> of_block;
  std::unordered_map<Key, std::vector<Import>> imports;  // by the key of the other log
};

struct Publications {
  std::unordered_map<uint64_t, std::vector<Fence>> fences_of_thread, fences_of_block;
  std::unordered_map<Key, Log> logs;
  // What each thread of the running block has learned since the last barrier.
  std::vector<Known> threads{kMaxThreadsPerBlock};
  Known known_by_block;  // all that any thread of the block knew at the last barrier
  bool any_in_block = false;
};
Publications& all() {
  static auto& result = *new Publications;
  return result;
}

void add(Known* known, Key key, uint64_t number) {
  uint64_t& so_far = (*known)[key];
  so_far = std::max(so_far, number);
}

void add(Known* known, const Known& more) {
  for (const auto& [key, number] : more) add(known, key, number);
}

// Shared memory has the same addresses in each block, so its keys also depend on the block.
Key key_of(const char* address, uint64_t block) {
  const auto key = static_cast<Key>(reinterpret_cast<uintptr_t>(address));
  const bool is_shared = static_cast<size_t>(address - shared_shadow->begin) < kSharedArena;
  return is_shared ? key ^ (block + 1) << 48 : key;
}

Known& known_by(uint64_t grid_thread) {
  return all().threads[grid_thread - now.first_thread];
}

// The last call by `who` (a thread or a block) with a call number of at most `number`, or null.
const Call* last_call(const std::unordered_map<uint64_t, std::vector<Call>>& calls, uint64_t who,
                      uint64_t number) {
  const auto found = calls.find(who);
  if (found == calls.end()) return nullptr;
  const auto after =
      std::upper_bound(found->second.begin(), found->second.end(), number,
                       [](uint64_t most, const Call& call) { return most < call.number; });
  return after == found->second.begin() ? nullptr : &*(after - 1);
}

// Whether the thread has executed a fence after `time` and before `end`.
bool has_fence(uint64_t thread, uint32_t time, uint32_t end) {
  const auto found = all().fences_of_thread.find(thread);
  if (found == all().fences_of_thread.end()) return false;
  const auto after =
      std::upper_bound(found->second.begin(), found->second.end(), time,
                       [](uint32_t earliest, const Fence& fence) { return earliest < fence.time; });
  return after != found->second.end() && after->time < end;
}

// Whether the block has executed a barrier after `time`, and then a fence before `end`.
bool has_fence_after_barrier(uint64_t block, uint32_t time, uint32_t end) {
  const auto found = all().fences_of_block.find(block);
  if (found == all().fences_of_block.end()) return false;
  const auto after =
      std::lower_bound(found->second.begin(), found->second.end(), end,
                       [](const Fence& fence, uint32_t limit) { return fence.time < limit; });
  return after != found->second.begin() && time < (after - 1)->barrier_time;
}

// Whether one of the first `number` calls of the log publishes the access of `thread` at `time`.
bool publishes(const Log& log, uint64_t number, uint64_t thread, uint32_t time) {
  const uint64_t block = thread / now.threads_per_block;
  const Call* call = last_call(log.of_block, block, number);
  if (call == nullptr) return false;
  if (time < call->fence.barrier_time || has_fence(thread, time, call->barrier_time) ||
      has_fence_after_barrier(block, time, call->barrier_time))
    return true;
  call = last_call(log.of_thread, thread, number);
  if (call != nullptr && time < call->fence.time) return true;
  const uint64_t in_block = thread % now.threads_per_block;
  const uint64_t first = thread - in_block % kWarpSize;
  for (uint64_t lane = first; lane < first + kWarpSize; lane++) {
    if (lane / now.threads_per_block != block) break;
    call = last_call(log.of_thread, lane, number);
    if (call != nullptr &&
        (time < call->fence.synced_at || has_fence(thread, time, call->synced_at)))
      return true;
  }
  return false;
}

bool reaches(Key key, uint64_t number, uint64_t thread, uint32_t time,
             std::unordered_set<Key>* visited) {
  if (!visited->insert(key).second) return false;
  const Log& log = all().logs.at(key);
  if (publishes(log, number, thread, time)) return true;
  return std::any_of(log.imports.begin(), log.imports.end(), [&](const auto& from) {
    const auto after =
        std::upper_bound(from.second.begin(), from.second.end(), number,
                         [](uint64_t most, const Import& import) { return most < import.number; });
    return after != from.second.begin() &&
           reaches(from.first, (after - 1)->known, thread, time, visited);
  });
}

bool reaches(const Known& known, uint64_t thread, uint32_t time) {
  return std::any_of(known.begin(), known.end(), [&](const auto& entry) {
    std::unordered_set<Key> visited;
    return reaches(entry.first, entry.second, thread, time, &visited);
  });
}

void add_import(Log* log, const Known& known, Key own) {
  for (const auto& [key, number] : known) {
    if (key == own) continue;
    std::vector<Import>& imports = log->imports[key];
    if (imports.empty() || imports.back().known < number) imports.push_back({log->calls, number});
  }
}

Fence last_fence(uint64_t thread) {
  const auto found = all().fences_of_thread.find(thread);
  return found == all().fences_of_thread.end() ? Fence{0, 0, 0} : found->second.back();
}

// Whether the clock of the block has started again. In this case, deletes all records, because they
// are not compared with later accesses.
bool starts_again() {
  if (now.time != 1) return false;
  begin_publications_of_launch();
  fences_in_use = true;
  return true;
}

}  // namespace

void begin_publications_of_launch() {
  if (!fences_in_use) return;
  fences_in_use = false;
  all().fences_of_thread.clear();
  all().fences_of_block.clear();
  all().logs.clear();
  begin_publications_of_block();
}

void begin_publications_of_block() {
  Publications& now_known = all();
  if (!now_known.any_in_block) return;
  now_known.any_in_block = false;
  now_known.known_by_block.clear();
  for (Known& thread : now_known.threads) thread.clear();
}

void note_fence(uint64_t grid_thread) {
  fences_in_use = true;
  pass_time();
  if (starts_again()) return;
  Publications& everything = all();
  everything.any_in_block = true;
  const ThreadState& state = now.threads[grid_thread - now.first_thread];
  const Fence fence = {now.time, now.barrier_time, state.synced_at};
  everything.fences_of_thread[grid_thread].push_back(fence);
  std::vector<Fence>& of_block = everything.fences_of_block[grid_thread / now.threads_per_block];
  if (of_block.empty() || of_block.back().barrier_time != now.barrier_time)
    of_block.push_back(fence);
}

void note_atomic(uint64_t grid_thread, const char* address) {
  Publications& everything = all();
  everything.any_in_block = true;
  const uint64_t block = grid_thread / now.threads_per_block;
  const Key key = key_of(address, block);
  Log& log = everything.logs[key];
  log.calls++;
  Known& known = known_by(grid_thread);
  add(&known, key, log.calls);
  if (everything.fences_of_block.count(block) == 0) return;
  const ThreadState& state = now.threads[grid_thread - now.first_thread];
  Call call = {log.calls, now.barrier_time, state.synced_at, last_fence(grid_thread)};
  log.of_thread[grid_thread].push_back(call);
  std::vector<Call>& of_block = log.of_block[block];
  if (!of_block.empty()) {
    const uint32_t latest = of_block.back().fence.barrier_time;
    call.fence.barrier_time = std::max(call.fence.barrier_time, latest);
  }
  of_block.push_back(call);
  add_import(&log, known, key);
  add_import(&log, everything.known_by_block, key);
}

void note_barrier() {
  Publications& everything = all();
  if (!fences_in_use || !everything.any_in_block || starts_again()) return;
  for (uint32_t t = 0; t < now.threads_per_block; t++) {
    add(&everything.known_by_block, everything.threads[t]);
    everything.threads[t].clear();
  }
}

void note_warp_operation(uint32_t warp, uint32_t lanes) {
  if (!fences_in_use || !all().any_in_block || starts_again()) return;
  Known together;
  Known* const first = &all().threads[size_t{warp} * kWarpSize];
  for (uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    add(&together, first[__builtin_ctz(rest)]);
  if (together.empty()) return;
  for (; lanes != 0; lanes &= lanes - 1) first[__builtin_ctz(lanes)] = together;
}

bool published(uint64_t other_access, uint64_t my_thread) {
  const uint64_t thread = thread_in(other_access);
  const uint32_t time = time_in(other_access);
  return reaches(known_by(my_thread), thread, time) || reaches(all().known_by_block, thread, time);
}

}  // namespace cuda_on_cpu::diagnose
