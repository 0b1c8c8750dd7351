// Opens and closes device memory. See access.hpp.
#include "cuda_on_cpu/runtime/access.hpp"

#include <sys/mman.h>

#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocation_table.hpp"
#include "cuda_on_cpu/runtime/device.hpp"

namespace cuda_on_cpu {
namespace {

// The protection key of each device, if keys are in use. Otherwise mprotect protects the pages.
int key_of_device[kMaxDevices];
bool keys_in_use = false;
bool stays_open = false;

#if defined(__x86_64__)

// The processor's register of access rights: two bits per key; the value 1 forbids every access.
uint32_t read_rights() {
  uint32_t low, high;
  __asm__ volatile("rdpkru" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}
void write_rights(uint32_t rights) {
  __asm__ volatile("wrpkru" : : "a"(rights), "d"(0), "c"(0) : "memory");
}
uint32_t bits_of_key(int device) {
  return 3u << (2 * key_of_device[device]);
}

bool take_keys() {
  for (int i = 0; i < device_count(); i++) {
    key_of_device[i] = pkey_alloc(0, PKEY_DISABLE_ACCESS);
    if (key_of_device[i] >= 0) continue;
    while (i-- > 0) pkey_free(key_of_device[i]);
    return false;
  }
  return true;
}

#else

uint32_t read_rights() {
  return 0;
}
void write_rights(uint32_t) {}
uint32_t bits_of_key(int) {
  return 0;
}
bool take_keys() {
  return false;
}

#endif

bool may_touch(int slice, int device, uint32_t peers) {
  return slice == device || (peers >> slice & 1) != 0;
}

// Gives this thread the rights of a kernel; returns the rights that the thread had before.
uint32_t take_kernel_rights(int device, uint32_t peers) {
  const uint32_t before = read_rights();
  uint32_t rights = before;
  for (int i = 0; i < device_count(); i++) {
    if (may_touch(i, device, peers)) rights &= ~bits_of_key(i);
  }
  write_rights(rights);
  return before;
}

// Callers of the next two functions hold the mutex of the table.
void open(Allocation* allocation) {
  if (stays_open) return;
  if (allocation->openers++ == 0) {
    mprotect(allocation->pages, allocation->page_bytes, PROT_READ | PROT_WRITE);
  }
}
void close(Allocation* allocation) {
  if (stays_open) return;
  if (--allocation->openers == 0 && !allocation->freed) {
    mprotect(allocation->pages, allocation->page_bytes, PROT_NONE);
  }
}

// The allocations that this host thread has opened. The list keeps its memory for the next launch,
// so that a launch allocates nothing.
std::vector<Allocation*>& opened_by_this_thread() {
  static thread_local std::vector<Allocation*> opened;
  return opened;
}

}  // namespace

void choose_protection() {
  stays_open = settings().protection == Protection::none;
  keys_in_use = settings().protection == Protection::keys && take_keys();
}

void close_new(const Allocation& allocation) {
  if (allocation.kind != MemoryKind::device || stays_open) return;
  if (keys_in_use) {
    pkey_mprotect(allocation.pages, allocation.page_bytes, PROT_READ | PROT_WRITE,
                  key_of_device[allocation.device]);
  } else {
    mprotect(allocation.pages, allocation.page_bytes, PROT_NONE);
  }
}

void open_red_zones(const Allocation& allocation, size_t bytes) {
  const bool with_key = keys_in_use && allocation.kind == MemoryKind::device;
  char* zones[] = {allocation.pages - bytes, allocation.pages + allocation.page_bytes};
  for (char* zone : zones) {
    if (with_key) {
      pkey_mprotect(zone, bytes, PROT_READ | PROT_WRITE, key_of_device[allocation.device]);
    } else {
      mprotect(zone, bytes, PROT_READ | PROT_WRITE);
    }
  }
}

OpenForKernel::OpenForKernel(int device, uint32_t peers) {
  if (keys_in_use) {
    rights_before_ = take_kernel_rights(device, peers);
    return;
  }
  opened_ = &opened_by_this_thread();
  opened_->clear();
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (int slice = 0; slice < device_count(); slice++) {
    if (!may_touch(slice, device, peers)) continue;
    for (Allocation* allocation : all.slices[slice].live) {
      open(allocation);
      opened_->push_back(allocation);
    }
  }
}

OpenForKernel::~OpenForKernel() {
  if (keys_in_use) {
    write_rights(rights_before_);
    return;
  }
  const std::lock_guard<std::mutex> lock(table().mutex);
  for (Allocation* allocation : *opened_) close(allocation);
}

OpenForHelper::OpenForHelper(int device, uint32_t peers) {
  if (keys_in_use) rights_before_ = take_kernel_rights(device, peers);
}
OpenForHelper::~OpenForHelper() {
  if (keys_in_use) write_rights(rights_before_);
}

OpenForCopy::OpenForCopy(const void* first, const void* second) {
  const void* addresses[2] = {first, second};
  if (keys_in_use) rights_before_ = read_rights();
  for (int i = 0; i < 2; i++) {
    if (!in_device_region(addresses[i]) || slice_of(addresses[i]) == shared_slice()) continue;
    const int slice = slice_of(addresses[i]);
    if (keys_in_use) {
      write_rights(read_rights() & ~bits_of_key(slice));
      continue;
    }
    Table& all = table();
    const std::lock_guard<std::mutex> lock(all.mutex);
    opened_[i] = find_at_or_below(all.slices[slice], addresses[i]);
    if (opened_[i] != nullptr) open(opened_[i]);
  }
}

OpenForCopy::~OpenForCopy() {
  if (keys_in_use) {
    write_rights(rights_before_);
    return;
  }
  const std::lock_guard<std::mutex> lock(table().mutex);
  for (Allocation* allocation : opened_) {
    if (allocation != nullptr) close(allocation);
  }
}

}  // namespace cuda_on_cpu
