// Reserves the addresses of device memory. See address_space.hpp.
#include "cuda_on_cpu/runtime/address_space.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace cuda_on_cpu {

AddressSpace address_space;

namespace {

// An address that is far from the heap, the libraries and the areas that the sanitizers of gcc and
// clang use.
constexpr uintptr_t kWantedBase = 0x200000000000;
constexpr size_t kWantedSlice = size_t{64} << 30;
constexpr size_t kSmallestSlice = size_t{16} << 20;
constexpr size_t kSliceUnit = size_t{2} << 20;

// The largest slice that the limit "ulimit -v" allows. Reserved addresses need no memory, but they
// count toward this limit. Half of the limit is left to the program.
size_t largest_slice(int slices) {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kWantedSlice;
  const size_t share = limit.rlim_cur / 2 / static_cast<size_t>(slices);
  return share < kWantedSlice ? share / kSliceUnit * kSliceUnit : kWantedSlice;
}

}  // namespace

void reserve_address_space() {
  const int slices = settings().devices + 1;
  for (size_t slice = largest_slice(slices); slice >= kSmallestSlice;
       slice = slice / 2 / kSliceUnit * kSliceUnit) {
    void* place =
        mmap(reinterpret_cast<void*>(kWantedBase), slice * static_cast<size_t>(slices), PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (place == MAP_FAILED) continue;
    // Before Linux 4.17, kWantedBase is only a hint, and mmap may choose another place, which is
    // good, too.
    address_space = {static_cast<char*>(place), slice, slices};
    return;
  }
  std::fprintf(stderr,
               "cuda_on_cpu: cannot reserve addresses for device memory: %s; "
               "a larger limit of virtual memory (ulimit -v) is needed\n",
               std::strerror(errno));
  std::exit(3);
}

}  // namespace cuda_on_cpu
