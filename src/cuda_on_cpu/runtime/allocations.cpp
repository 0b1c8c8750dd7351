// The table of allocations. See allocations.hpp.
#include "cuda_on_cpu/runtime/allocations.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cuda_on_cpu/runtime/access.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocation_table.hpp"
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

namespace cuda_on_cpu {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kHugePage = size_t{2} << 20;
// A GPU does not stop a thread that reads a few elements before an array. So there are at least
// this many readable bytes before every array; only diagnostic mode reports such a read.
// CUCC_MARGIN asks for more bytes, on both sides. The bytes next to the array are 0 until a
// thread writes to them. On a GPU, other arrays follow: so a little farther away, each int is 1.
constexpr size_t kBefore = kArrayAlignment;
constexpr size_t kOtherArrays = size_t{16} << 10;  // so many bytes are filled on each side
// From this size on, memory is mapped in huge pages, which mprotect opens and closes much faster.
constexpr size_t kLarge = size_t{1} << 20;
constexpr size_t kSmallestGap = size_t{64} << 10;
constexpr size_t kLargestGap = size_t{64} << 20;
// Large arrays begin at different distances from a multiple of 32 KiB. A grid-stride loop may read
// several arrays with a stride of whole pages. If all these arrays began at the same distance,
// their elements would use the same cache sets.
constexpr size_t kStagger = size_t{32} << 10;
constexpr size_t kStaggerStep = 4352;
// New memory of a GPU need not hold zeros, so new memory is filled with junk values here. At most
// this many bytes are filled, because filling very large arrays would take too long.
constexpr size_t kMostJunk = size_t{64} << 20;
constexpr size_t kRememberedFrees = 4096;

size_t round_up(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}

struct Layout {
  size_t page_bytes;
  size_t page_alignment;
  size_t gap;
};

size_t margin() {
  return round_up(settings().margin, kArrayAlignment);
}

Layout layout_of(size_t bytes) {
  const bool large = bytes >= kLarge;
  const size_t page_bytes =
      large ? round_up(2 * margin() + bytes + kStagger, kHugePage)
            : round_up(std::max(kBefore, margin()) + round_up(bytes, kArrayAlignment) + margin(),
                       kPage);
  return {page_bytes, large ? kHugePage : kPage,
          std::min(std::max(page_bytes, kSmallestGap), kLargestGap)};
}

bool ends_before(const Allocation* allocation, const char* address) {
  return allocation->pages + allocation->page_bytes <= address;
}

// The first place at or after `from` with enough space and a gap on both sides; null if there is
// none.
char* place_after(const Slice& slice, char* from, char* end, const Layout& layout) {
  auto next = std::lower_bound(slice.live.begin(), slice.live.end(), from, ends_before);
  for (char* candidate = from;;) {
    const auto wanted = reinterpret_cast<uintptr_t>(candidate + layout.gap);
    char* pages = reinterpret_cast<char*>(round_up(wanted, layout.page_alignment));
    char* limit = next == slice.live.end() ? end : (*next)->pages;
    if (pages + layout.page_bytes + layout.gap <= limit) return pages;
    if (next == slice.live.end()) return nullptr;
    candidate = (*next)->pages + (*next)->page_bytes;
    ++next;
  }
}

// The place of an allocation inside its pages: as near to the end of the pages as its alignment
// allows, so that an access past the end soon leaves the pages.
char* begin_within(char* pages, size_t page_bytes, size_t bytes, uint32_t number) {
  if (bytes < kLarge)
    return pages + page_bytes - margin() - round_up(std::max<size_t>(bytes, 1), kArrayAlignment);
  const size_t stagger = margin() + number * kStaggerStep % kStagger;
  const size_t latest = page_bytes - margin() - bytes;
  const size_t whole = latest >= stagger ? (latest - stagger) / kStagger * kStagger : 0;
  return pages + whole + stagger;
}

void fill_ints(char* begin, char* end, int value) {
  if (begin < end) std::fill(reinterpret_cast<int*>(begin), reinterpret_cast<int*>(end), value);
}

// With a margin, the other arrays around hold ones, and memory that was never written holds -2: no
// result and no number of elements, but, as mostly on a GPU, an index with which a kernel goes on.
// (With 1 or 2, a scan that does nothing is right on graphs of one pass.)
void fill_new(const Allocation& allocation) {
  const size_t bytes = std::min(allocation.bytes, kMostJunk);
  if (settings().margin == 0) {
    std::memset(allocation.begin, kJunkByte, bytes);
    return;
  }
  fill_ints(allocation.begin, allocation.begin + bytes / sizeof(int) * sizeof(int), -2);
  char* before = allocation.begin - kArrayAlignment;
  fill_ints(std::max(allocation.pages, before - kOtherArrays), before, 1);
  char* after = allocation.begin + round_up(allocation.bytes, kArrayAlignment) + kArrayAlignment;
  fill_ints(after, std::min(allocation.pages + allocation.page_bytes, after + kOtherArrays), 1);
}

// Replaces the pages by new ones: the contents are lost, and the old pages no longer count as used
// memory.
void unmap(const Allocation& allocation) {
  const size_t zone = hooks != nullptr ? kSmallestGap : 0;
  const void* pages = mmap(allocation.pages - zone, allocation.page_bytes + 2 * zone, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (pages != MAP_FAILED) return;
  std::perror("CUDA on the CPU: cannot return freed memory to the operating system");
  std::abort();
}

void forget_oldest_free(Slice* slice) {
  if (slice->freed.size() <= kRememberedFrees) return;
  // A kernel of another device may still have the allocation open; then the record must stay.
  if (slice->freed.front()->openers == 0) delete slice->freed.front();
  slice->freed.erase(slice->freed.begin());
}

size_t distance(const Allocation& allocation, const char* byte) {
  if (byte < allocation.begin) return static_cast<size_t>(allocation.begin - byte);
  const char* end = allocation.begin + allocation.bytes;
  return byte < end ? 0 : static_cast<size_t>(byte - end) + 1;
}

}  // namespace

Table& table() {
  static auto& result = *new Table;  // never destroyed, because other static destructors use it
  return result;
}

Allocation* find_at_or_below(const Slice& slice, const void* address) {
  auto after = std::upper_bound(
      slice.live.begin(), slice.live.end(), static_cast<const char*>(address),
      [](const char* byte, const Allocation* allocation) { return byte < allocation->pages; });
  return after == slice.live.begin() ? nullptr : *(after - 1);
}

Allocation* allocate(size_t bytes, MemoryKind kind, int device_index, Place where) {
  Device& owner = device(device_index);
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const int slice_index = kind == MemoryKind::device ? device_index : shared_slice();
  Slice& slice = all.slices[slice_index];
  char* first = slice_begin(slice_index);
  char* end = first + address_space.slice_bytes;
  if (slice.cursor == nullptr) slice.cursor = first;
  if (bytes > address_space.slice_bytes) return nullptr;
  const bool counts = kind != MemoryKind::pinned;
  if (counts &&
      bytes > owner.memory_limit - std::min(owner.memory_limit, owner.memory_used.load())) {
    return nullptr;
  }
  const Layout layout = layout_of(bytes);
  char* pages = place_after(slice, slice.cursor, end, layout);
  if (pages == nullptr) pages = place_after(slice, first, end, layout);
  if (pages == nullptr) return nullptr;
  if (mprotect(pages, layout.page_bytes, PROT_READ | PROT_WRITE) != 0) return nullptr;
  // With MADV_HUGEPAGE or MADV_NOHUGEPAGE, the pages stay a separate mapping. So the operating
  // system need not split and join mappings whenever the pages are opened and closed.
  madvise(pages, layout.page_bytes,
          layout.page_alignment == kHugePage ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  // The junk that is written below touches every small page. So one call allocates all pages here.
  // Linux before 5.14 does not know this call, and allocates each page when it is touched.
  if (layout.page_alignment == kPage && settings().margin == 0)
    madvise(pages, layout.page_bytes, MADV_POPULATE_WRITE);

  auto* allocation = new Allocation{};
  allocation->number = ++all.count;
  allocation->begin = begin_within(pages, layout.page_bytes, bytes, allocation->number);
  allocation->bytes = bytes;
  allocation->pages = pages;
  allocation->page_bytes = layout.page_bytes;
  allocation->kind = kind;
  allocation->device = device_index;
  allocation->allocated = where;
  fill_new(*allocation);
  close_new(*allocation);

  slice.live.insert(std::lower_bound(slice.live.begin(), slice.live.end(), pages, ends_before),
                    allocation);
  slice.cursor = pages + layout.page_bytes;
  if (counts) owner.memory_used += bytes;
  if (hooks != nullptr) {
    open_red_zones(*allocation, kSmallestGap);
    hooks->allocated(*allocation);
  }
  return allocation;
}

FreeResult release(void* address, MemoryKind kind, Place where) {
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (!in_device_region(address)) return FreeResult::not_an_allocation;
  Slice& slice = all.slices[slice_of(address)];
  Allocation* allocation = find_at_or_below(slice, address);
  if (allocation == nullptr || allocation->begin != address ||
      (allocation->kind == MemoryKind::pinned) != (kind == MemoryKind::pinned)) {
    const bool freed = std::any_of(slice.freed.begin(), slice.freed.end(),
                                   [&](const Allocation* old) { return old->begin == address; });
    return freed ? FreeResult::already_freed : FreeResult::not_an_allocation;
  }
  if (hooks != nullptr) hooks->freeing(*allocation);
  slice.live.erase(std::find(slice.live.begin(), slice.live.end(), allocation));
  slice.freed.push_back(allocation);
  allocation->freed = true;
  allocation->freed_at = where;
  if (allocation->kind != MemoryKind::pinned) {
    device(allocation->device).memory_used -= allocation->bytes;
  }
  unmap(*allocation);
  forget_oldest_free(&slice);
  return FreeResult::freed;
}

Allocation* find_live(const void* address) {
  if (!in_device_region(address)) return nullptr;
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  Allocation* allocation = find_at_or_below(all.slices[slice_of(address)], address);
  return allocation != nullptr && allocation->holds(address, 0) ? allocation : nullptr;
}

const Allocation* find_nearest(const void* address) {
  if (!in_device_region(address)) return nullptr;
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Slice& slice = all.slices[slice_of(address)];
  const auto* byte = static_cast<const char*>(address);
  const Allocation* best = nullptr;
  for (const Allocation* live : slice.live) {
    if (best == nullptr || distance(*live, byte) < distance(*best, byte)) best = live;
  }
  if (best != nullptr && best->holds(address, 1)) return best;
  for (auto old = slice.freed.rbegin(); old != slice.freed.rend(); ++old) {
    if ((*old)->holds(address, 1)) return *old;
  }
  return best;
}

std::vector<const Allocation*> live_allocations() {
  std::vector<const Allocation*> result;
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (const Slice& slice : all.slices) {
    result.insert(result.end(), slice.live.begin(), slice.live.end());
  }
  std::sort(result.begin(), result.end(),
            [](const Allocation* a, const Allocation* b) { return a->number < b->number; });
  return result;
}

}  // namespace cuda_on_cpu
