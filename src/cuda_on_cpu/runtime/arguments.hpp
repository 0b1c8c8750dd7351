// The pointers that a kernel gets: which of them the device may not use, and the kernel's names for
// the memory to which they point.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/findings/finding.hpp"
#include "cuda_on_cpu/runtime/text.hpp"

namespace cuda_on_cpu {

struct Allocation;
struct Finding;

struct PointerArgument {
  const void* pointer;     // the pointer that the host passed
  const char* names;       // the names of all parameters of the kernel, separated by commas
  uint32_t element_bytes;  // 0: not known, as for void*
  int position;            // 1 for the first parameter
  bool is_member;          // whether the pointer is a member of the parameter
  bool refused;            // whether the pointer is to memory that the device may not touch
  int owner_device;        // the device that owns the memory; -1: the host
};
constexpr int kRememberedPointers = 16;
struct PointerArguments {
  PointerArgument list[kRememberedPointers];
  int count;
};

// The pointer arguments of the launch that this host thread will make next. They are returned only
// once.
PointerArguments take_pointer_arguments();
// The refused pointer from which an address in a kernel was probably computed; null if there is
// none.
const PointerArgument* find_refused(const PointerArguments& arguments, const void* address);

using Name = Text<64>;
using Element = handshake::Element<Name>;
// The element at the address. The address is in `allocation`, or `allocation` is the nearest
// allocation.
Element find_element(const PointerArguments& arguments, const Allocation& allocation,
                     const char* address);
// A text such as "argument 2 of the kernel (matches)".
Name describe(const PointerArgument& argument);

// Adds "matches[3]", "byte 2 of matches[3]" or "__shared__ tile[2]", for finding->element.
void add_element(Finding* finding);
// Adds the allocation to which the finding belongs.
void tell_allocation(const Allocation& allocation, Finding* finding);
// Adds this, and the element in global memory that is meant by the address.
void tell_global(const PointerArguments& arguments, const Allocation& allocation,
                 const char* address, Finding* finding);
// Describes an access through a pointer that the device may not use; `access`: "read of 4 bytes of".
void tell_refused(const PointerArgument& argument, const char* access, Finding* finding);
// These describe an access to an address near 0, and to freed memory. They return false, and add no
// words, if the element is not known.
bool tell_null(const PointerArguments& arguments, const char* verb, size_t address,
               Finding* finding);
bool tell_freed(const char* verb, Finding* finding);
// Adds "write to matches[6], but matches has 6 elements: index 0 to 5", for finding->element.
void add_element_outside(Finding* finding, const char* verb);

}  // namespace cuda_on_cpu
