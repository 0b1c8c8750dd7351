// Keeps the shadow of device memory. See shadow.hpp.
#include "cuda_on_cpu/diagnose/shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "cuda_on_cpu/diagnose/sites.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu::diagnose {

Shadow* shared_shadow;

namespace {

// The shadows, sorted by address. There are gaps of at least 64 KiB between allocations, so a piece
// of memory of that size belongs to at most one allocation. The small table `remembered` finds the
// shadow of a piece that was used before.
std::vector<Shadow*> all;
constexpr uint32_t kPieceShift = 16, kRemembered = 1024;
Shadow* remembered[kRemembered];

Shadow*& remembered_for(const char* address) {
  return remembered[reinterpret_cast<uintptr_t>(address) >> kPieceShift & (kRemembered - 1)];
}

// Allocates memory that holds only zeros and uses no RAM until it is touched.
template <class T>
T* pages(size_t count) {
  const size_t bytes = std::max<size_t>(count, 1) * sizeof(T);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    constexpr char kText[] = "cuda_on_cpu: there is no memory for the diagnostic build's records\n";
    write_error(kText, sizeof kText - 1);
    std::_Exit(3);
  }
  if (bytes >= (size_t{4} << 20)) madvise(memory, bytes, MADV_HUGEPAGE);
  return static_cast<T*>(memory);
}
template <class T>
void free_pages(T* memory, size_t count) {
  if (memory != nullptr) munmap(memory, std::max<size_t>(count, 1) * sizeof(T));
}

size_t granules(const Shadow& shadow) {
  return (shadow.bytes >> shadow.granule_shift) + kGroup;
}
size_t groups(const Shadow& shadow) {
  return granules(shadow) / kGroup + 1;
}

bool holds(const Shadow& shadow, const char* address, size_t bytes) {
  return address >= shadow.begin && bytes <= shadow.bytes &&
         static_cast<size_t>(address - shadow.begin) <= shadow.bytes - bytes;
}

std::vector<Shadow*>::iterator place_of(const char* address) {
  return std::upper_bound(all.begin(), all.end(), address,
                          [](const char* a, const Shadow* shadow) { return a < shadow->begin; });
}

}  // namespace

Shadow* make_shadow(const void* begin, size_t bytes, const Allocation* allocation) {
  auto* shadow = new Shadow{};
  shadow->begin = static_cast<const char*>(begin);
  shadow->bytes = bytes;
  shadow->allocation = allocation;
  shadow->number = allocation != nullptr ? allocation->number : 0;
  shadow->granule_shift = 2;
  shadow->written = pages<uint8_t>(bytes / 8 + 8);
  shadow->cells = pages<Cell>(granules(*shadow));
  shadow->generations = pages<uint32_t>(groups(*shadow));
  return shadow;
}

void free_shadow(Shadow* shadow) {
  free_pages(shadow->written, shadow->bytes / 8 + 8);
  free_pages(shadow->cells, granules(*shadow));
  free_pages(shadow->generations, groups(*shadow));
  delete shadow;
}

void refine(Shadow* shadow) {
  if (shadow->granule_shift == 0) return;
  const Shadow coarse = *shadow;
  shadow->granule_shift = 0;
  shadow->cells = pages<Cell>(granules(*shadow));
  shadow->generations = pages<uint32_t>(groups(*shadow));
  for (size_t i = 0; i < shadow->bytes; i++) {
    shadow->cells[i] = coarse.cells[i / 4];
    shadow->generations[i / kGroup] = coarse.generations[i / 4 / kGroup];
  }
  free_pages(coarse.cells, granules(coarse));
  free_pages(coarse.generations, groups(coarse));
}

Shadow* shadow_of(const char* address, size_t bytes) {
  Shadow*& known = remembered_for(address);
  if (known != nullptr && holds(*known, address, bytes)) return known;
  auto after = place_of(address);
  if (after == all.begin() || !holds(**(after - 1), address, bytes)) return nullptr;
  return known = *(after - 1);
}

Shadow* shadow_of_variables(const char* address, size_t bytes) {
  if (!in_device_symbols(address, bytes)) return nullptr;
  static Shadow* shadow = [] {
    Shadow* made = make_shadow(device_symbols(), device_symbols_bytes(), nullptr);
    mark_written(made, made->begin, made->bytes);
    return made;
  }();
  return shadow;
}

void mark_written(Shadow* shadow, const char* address, size_t bytes) {
  auto at = static_cast<size_t>(address - shadow->begin);
  const size_t end = at + bytes;
  for (; at < end && at % 8 != 0; at++) {
    shadow->written[at / 8] |= static_cast<uint8_t>(1u << at % 8);
  }
  if (at + 8 <= end) {
    std::memset(shadow->written + at / 8, 0xff, (end - at) / 8);
    at += (end - at) / 8 * 8;
  }
  for (; at < end; at++) shadow->written[at / 8] |= static_cast<uint8_t>(1u << at % 8);
}

void mark_unwritten(Shadow* shadow, const char* address, size_t bytes) {
  auto at = static_cast<size_t>(address - shadow->begin);
  for (const size_t end = at + bytes; at < end; at++)
    shadow->written[at / 8] &= static_cast<uint8_t>(~(1u << at % 8));
}

size_t count_unwritten(const Shadow* shadow, const char* address, size_t bytes, size_t* first) {
  const auto begin = static_cast<size_t>(address - shadow->begin);
  size_t count = 0;
  for (size_t i = 0; i < bytes;) {
    const size_t at = begin + i;
    if (at % 8 == 0 && bytes - i >= 8 && shadow->written[at / 8] == 0xff) {
      i += 8;
      continue;
    }
    if ((shadow->written[at / 8] >> at % 8 & 1) == 0 && count++ == 0) *first = i;
    i++;
  }
  return count;
}

void allocation_made(const Allocation& allocation) {
  Shadow* shadow = make_shadow(allocation.begin, allocation.bytes, &allocation);
  // The host may write into memory that it shares with the device, and no call shows this.
  if (allocation.kind != MemoryKind::device) mark_written(shadow, shadow->begin, shadow->bytes);
  all.insert(place_of(allocation.begin), shadow);
}

void allocation_freed(const Allocation& allocation) {
  auto after = place_of(allocation.begin);
  if (after == all.begin() || (*(after - 1))->begin != allocation.begin) return;
  Shadow* shadow = *(after - 1);
  all.erase(after - 1);
  std::fill(remembered, remembered + kRemembered, nullptr);
  forget_bounds();
  free_shadow(shadow);
}

}  // namespace cuda_on_cpu::diagnose
