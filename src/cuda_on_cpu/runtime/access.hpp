// Decides when device memory may be touched: only while a kernel or a copy needs it. At all other
// times the operating system stops a thread that touches it.
//
// Theory of operation. If the processor has protection keys, the memory of each device has its own
// key. With this key, a thread opens the memory only for itself. This takes nanoseconds, and other
// threads that touch the memory are still stopped. On other processors, mprotect opens the pages
// for the whole process, and each allocation counts how many kernels and copies need it open.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_on_cpu {

struct Allocation;

// Chooses between keys and mprotect. Called before main. CUCC_PROTECTION=pages chooses
// mprotect even if there are keys, so that both can be tested. CUCC_PROTECTION=none leaves
// device memory open, for a process in which all host code is part of this project.
void choose_protection();

// Closes the pages of a new allocation, unless the host may touch them. At first, they are open.
void close_new(const Allocation& allocation);

// Lets kernels touch the memory around an allocation, so that a kernel can continue after a report
// of an access slightly out of bounds. If keys are in use, this memory gets the key of the device.
void open_red_zones(const Allocation& allocation, size_t bytes);

// Opens the memory that kernels of one device may touch.
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

// Does the same for a helper: another thread that runs blocks of the kernel. Needed only with
// protection keys.
class OpenForHelper {
 public:
  OpenForHelper(int device, uint32_t peers);
  ~OpenForHelper();
  OpenForHelper(const OpenForHelper&) = delete;
  OpenForHelper& operator=(const OpenForHelper&) = delete;

 private:
  uint32_t rights_before_ = 0;
};

// Opens the allocations that contain the two addresses of a copy, if there are any.
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
