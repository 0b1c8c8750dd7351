// When device memory may be touched: only while a kernel or a copy needs it. At all other times the
// operating system stops a thread that touches it.
//
// Theory of operation. Where the processor has protection keys, the memory of each device carries
// one, and and a thread opens the key for itself only. This takes nanoseconds, and other threads
// are still stopped. Other processors open the pages for the whole process with mprotect, and each
// allocation counts how many users need it open.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_on_cpu {

struct Allocation;

// Before main. HANDSHAKE_PROTECTION=pages uses no keys, so that both ways can be tested. With none,
// device memory stays open: for a process that has no host code except ours.
void choose_protection();

// The pages of a fresh allocation are open; closes them to the host, unless it may touch them.
void close_new(const Allocation& allocation);

// Opens the memory around an allocation like the allocation itself, so that a kernel can continue
// after a report of a small step out of bounds.
void open_red_zones(const Allocation& allocation, size_t bytes);

// Opens what kernels of one device may touch.
class OpenForKernel {
 public:
  OpenForKernel(int device, uint32_t peers);
  ~OpenForKernel();
  OpenForKernel(const OpenForKernel&) = delete;
  OpenForKernel& operator=(const OpenForKernel&) = delete;

 private:
  std::vector<Allocation*>* opened_ = nullptr;
  uint32_t rights_before_ = 0;
};

// The same for one more thread that runs blocks of the kernel; only keys make it necessary.
class OpenForHelper {
 public:
  OpenForHelper(int device, uint32_t peers);
  ~OpenForHelper();
  OpenForHelper(const OpenForHelper&) = delete;
  OpenForHelper& operator=(const OpenForHelper&) = delete;

 private:
  uint32_t rights_before_ = 0;
};

// Opens the allocations that hold the two addresses, if any, for a copy.
class OpenForCopy {
 public:
  OpenForCopy(const void* first, const void* second);
  ~OpenForCopy();
  OpenForCopy(const OpenForCopy&) = delete;
  OpenForCopy& operator=(const OpenForCopy&) = delete;

 private:
  Allocation* opened_[2] = {};
  uint32_t rights_before_ = 0;
};

}  // namespace cuda_on_cpu
