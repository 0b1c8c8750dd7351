// What is known about every word of device memory: whether it was ever written, and which thread
// touched it last.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_on_cpu {
struct Allocation;
}

namespace cuda_on_cpu::diagnose {

// The last write, and the first read after this write and after the last barrier.
//   thread of the grid 27 bits | time 20 | site 15 | bit 1 | bit 0
// Bit 1 is always set, so that the number of an access is never 0. Bit 0 of a write is set if the
// write was atomic. Bit 0 of a read is set if other threads have read as well.
struct Cell {
  uint64_t write;
  uint64_t read;
};
constexpr uint32_t kThreadBits = 27, kTimeBits = 20, kSiteBits = 15;
constexpr uint64_t kMarkBit = 1;

constexpr uint64_t pack_access(uint64_t thread, uint32_t time, uint32_t site) {
  return thread << (kTimeBits + kSiteBits + 2) | uint64_t{time} << (kSiteBits + 2) |
         uint64_t{site} << 2 | 2;
}
constexpr uint64_t thread_in(uint64_t access) {
  return access >> (kTimeBits + kSiteBits + 2);
}
constexpr uint32_t time_in(uint64_t access) {
  return static_cast<uint32_t>(access >> (kSiteBits + 2)) & ((1u << kTimeBits) - 1);
}
constexpr uint32_t site_in(uint64_t access) {
  return static_cast<uint32_t>(access >> 2) & ((1u << kSiteBits) - 1);
}

constexpr uint32_t kGroup = 8;  // how many cells share one generation

// Sets each word separately, because compilers turn a loop or memset into a slow string
// instruction.
inline void clear_group(Cell* cells) {
  cells[0] = cells[1] = cells[2] = cells[3] = Cell{};
  cells[4] = cells[5] = cells[6] = cells[7] = Cell{};
  static_assert(kGroup == 8, "each cell needs one assignment");
}

struct Shadow {
  const char* begin;
  size_t bytes;
  const Allocation* allocation;  // null for device variables and shared memory
  uint8_t* written;              // a bit for each byte
  Cell* cells;                   // one for each granule
  uint32_t* generations;         // one for each group of cells
  uint32_t granule_shift;        // 2: a granule is a word; 0: a byte, if single bytes are accessed
  uint32_t number;               // of the allocation
};

Shadow* make_shadow(const void* begin, size_t bytes, const Allocation* allocation);
void free_shadow(Shadow* shadow);
// Changes the shadow so that there is a cell for each byte.
void refine(Shadow* shadow);

// The shadow of the allocation that holds the whole range, or null.
Shadow* shadow_of(const char* address, size_t bytes);
// The shadow of all __device__ and __constant__ variables; null if the range is not in them.
Shadow* shadow_of_variables(const char* address, size_t bytes);
// The shadow of the shared memory of the block that runs.
extern Shadow* shared_shadow;

// Marks a whole range as written: for copies by the host, and for cudaMemset.
void mark_written(Shadow* shadow, const char* address, size_t bytes);
void mark_unwritten(Shadow* shadow, const char* address, size_t bytes);
// How many bytes of the range were never written; `*first` becomes the offset of the first such
// byte in the range.
size_t count_unwritten(const Shadow* shadow, const char* address, size_t bytes, size_t* first);

void allocation_made(const Allocation& allocation);
void allocation_freed(const Allocation& allocation);

}  // namespace cuda_on_cpu::diagnose
