// The names that device code uses. Host code is compiled together with the functions for the device
// in its file, so it is linked with them, but it must not call them. No header with these functions
// is included: their types do not matter here.
#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn]] void refuse(const char* what) {
  std::fprintf(stderr, "host code called a function that works only in a kernel: it uses %s\n",
               what);
  std::abort();
}

}  // namespace

extern "C" {

__thread unsigned int cuda_on_cpu_thread_index[3], cuda_on_cpu_block_index[3];
__thread unsigned int cuda_on_cpu_block_size[3], cuda_on_cpu_grid_size[3];
alignas(16) __thread char cuda_on_cpu_dynamic_shared_memory[16];

#define ONLY_IN_KERNELS(name, what) \
  void cuda_on_cpu_##name() {       \
    refuse(what);                   \
  }
ONLY_IN_KERNELS(barrier, "__syncthreads")
ONLY_IN_KERNELS(barrier_and, "__syncthreads_and")
ONLY_IN_KERNELS(barrier_count, "__syncthreads_count")
ONLY_IN_KERNELS(barrier_or, "__syncthreads_or")
ONLY_IN_KERNELS(grid_barrier, "the barrier of a grid")
ONLY_IN_KERNELS(is_cooperative, "the group of a grid")
ONLY_IN_KERNELS(warp, "a function of a warp")
ONLY_IN_KERNELS(active_mask, "__activemask")
ONLY_IN_KERNELS(shared, "__shared__ memory")
ONLY_IN_KERNELS(dynamic_shared, "__shared__ memory")
ONLY_IN_KERNELS(copy_later, "memcpy_async")
ONLY_IN_KERNELS(make_copies, "memcpy_async")
ONLY_IN_KERNELS(trap, "__trap")
#undef ONLY_IN_KERNELS

// A loop that waits for a lock calls these two functions. Host code waits in the usual way.
void cuda_on_cpu_yield() {}
void cuda_on_cpu_found_taken(const void*) {}

}  // extern "C"
