// Stacks on which CUDA threads run. Each operating system thread uses its stacks again and again,
// because the first use of a stack takes far longer than each later use.
#pragma once
#include <cstddef>
#include <vector>

#include "cuda_on_cpu/runtime/context_switch.hpp"

namespace cuda_on_cpu {

struct Fiber {
  Context context;  // where the fiber continues after it was idle
  Fiber* next_idle;
  char* stack_low;  // the guard page lies just below
  char* stack_high;
};

class FiberPool {
 public:
  // Every fiber runs entry, which must not return.
  explicit FiberPool(void (*entry)()) : entry_(entry) {}
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  // Null when there is no memory for another stack.
  Fiber* take() {
    Fiber* fiber = idle_;
    if (fiber == nullptr) return make();
    idle_ = fiber->next_idle;
    return fiber;
  }
  void give_back(Fiber* fiber) {
    fiber->next_idle = idle_;
    idle_ = fiber;
  }
  // Drops the unfinished work of every fiber. Called when a kernel is stopped in the middle.
  void abandon_all();
  // Whether the address lies in the guard page below a stack.
  bool is_guard(const void* address) const;

  // Applies to stacks made from now on.
  static void set_stack_bytes(size_t bytes);
  static size_t stack_bytes();

 private:
  Fiber* make();
  Context fresh_context(const Fiber& fiber) const;

  void (*entry_)();
  Fiber* idle_ = nullptr;
  std::vector<Fiber*> all_;
};

}  // namespace cuda_on_cpu
