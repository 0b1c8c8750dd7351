// The copies of cooperative_groups::memcpy_async that the threads of a block have started.
//
// Theory of operation. CUDA does not say when such a copy takes place, only that it has ended when
// cooperative_groups::wait returns. Here it takes place as late as possible: each thread makes its
// part of the copy when it waits. So a thread that reads the target without waiting gets the old
// value. A thread that never waits makes its copies when it ends.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_on_cpu {

// One thread's part of a copy: every `step`-th piece, from piece `first` on.
struct AsyncCopy {
  char* to;
  const char* from;
  size_t bytes;  // of the whole copy
  uint32_t first;
  uint32_t step;
  uint32_t piece;    // the number of bytes of a piece
  const void* code;  // the code address of the call
};

class AsyncCopies {
 public:
  explicit AsyncCopies(uint32_t threads) : of_thread_(threads) {}
  bool any() const { return any_; }
  std::vector<AsyncCopy>& of(uint32_t thread) { return of_thread_[thread]; }
  void add(uint32_t thread, const AsyncCopy& copy);
  // The copy that will write this byte, or null.
  const AsyncCopy* into(const char* address) const;
  void clear();

 private:
  std::vector<std::vector<AsyncCopy>> of_thread_;
  bool any_ = false;  // whether a thread of this block has started a copy
};

// Calls act(offset) for each piece of the thread's part.
template <class Action>
void for_each_piece(const AsyncCopy& copy, Action act) {
  const size_t step = size_t{copy.step} * copy.piece;
  for (size_t at = size_t{copy.first} * copy.piece; at < copy.bytes; at += step) act(at);
}

}  // namespace cuda_on_cpu
