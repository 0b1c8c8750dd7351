// Stores the copies that cooperative_groups::memcpy_async starts, and makes them later. See
// async_copies.hpp.
#include "cuda_on_cpu/runtime/async_copies.hpp"

#include <cstring>

#include "cuda_on_cpu/include/cuda_on_cpu/warp_operations.h"
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"

namespace cuda_on_cpu {
namespace {

bool holds(const AsyncCopy& copy, size_t offset) {
  return offset < copy.bytes && offset / copy.piece % copy.step == copy.first;
}

}  // namespace

void AsyncCopies::add(uint32_t thread, const AsyncCopy& copy) {
  of_thread_[thread].push_back(copy);
  any_ = true;
}

const AsyncCopy* AsyncCopies::into(const char* address) const {
  if (!any_) return nullptr;
  for (const std::vector<AsyncCopy>& copies : of_thread_)
    for (const AsyncCopy& copy : copies)
      if (address >= copy.to && holds(copy, static_cast<size_t>(address - copy.to))) return &copy;
  return nullptr;
}

void AsyncCopies::clear() {
  if (!any_) return;
  for (std::vector<AsyncCopy>& copies : of_thread_) copies.clear();
  any_ = false;
}

// In diagnostic mode, the threads of the group wait for each other here, so that a thread that does
// not call the function is found. This wait does not order accesses: in CUDA, the function is not
// a barrier.
void Worker::copy_later(const AsyncCopy& copy, uint32_t lanes) {
  if (hooks != nullptr && lanes == 0) wait_at_barrier("", copy.code, Waiting::copy);
  if (hooks != nullptr && lanes != 0)
    wait_for_warp(cuda_on_cpu_warp_copy, lanes, 0, 0, kWarpSize, copy.code);
  copies_.add(this_thread->number, copy);
  if (hooks != nullptr) hooks->copy_started(copy);
}

void Worker::make_copies(size_t left) {
  std::vector<AsyncCopy>& own = copies_.of(this_thread->number);
  while (own.size() > left) {
    const AsyncCopy copy = own.front();
    for_each_piece(copy, [&](size_t at) {
      if (hooks != nullptr) hooks->copy_made(copy.to + at, copy.from + at, copy.piece, copy.code);
      std::memcpy(copy.to + at, copy.from + at, copy.piece);
    });
    own.erase(own.begin());
  }
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

void cuda_on_cpu_copy_later(void* to, const void* from, size_t bytes, uint32_t rank, uint32_t size,
                            uint32_t lanes) {
  const auto places = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | bytes;
  const uint32_t piece = places % sizeof(int) == 0 ? sizeof(int) : 1;
  this_worker->copy_later({static_cast<char*>(to), static_cast<const char*>(from), bytes, rank,
                           size, piece, __builtin_return_address(0)},
                          lanes);
}
void cuda_on_cpu_make_copies(uint32_t left) {
  this_worker->make_copies(left);
}

}  // extern "C"
