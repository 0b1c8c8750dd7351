// Checks the pointer arguments of a launch. See arguments.hpp.
//
// Host and device have the same memory here: a kernel that reads or writes through a host pointer
// would not be stopped. So a pointer argument that the device may not use is replaced by an address
// at which there is no memory: one bit is flipped. A kernel that reads or writes there is stopped,
// and the report can still name the original address. A kernel that does not use the pointer runs
// as on a GPU. The same is done to the pointers in structs, if they can be distinguished from
// integers (include/cuda_on_cpu/members.h).
#include "cuda_on_cpu/runtime/arguments.hpp"

#include <algorithm>
#include <cstring>

#include "cuda_on_cpu/include/cuda_on_cpu/launch.h"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/pinned.hpp"
#include "cuda_on_cpu/runtime/report.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu {
namespace {

constexpr uintptr_t kRefusedBit = uintptr_t{1} << 46;

// The pointer arguments of the launch that this host thread will make next.
__thread PointerArguments coming;

const void* with_bit_flipped(const void* pointer) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(pointer) ^ kRefusedBit);
}

// Whether the pointer may be an address of host memory. No program has memory at the lowest
// addresses, nor at those of the operating system: a pointer with such a value is passed unchanged,
// and a kernel that reads or writes through it is stopped anyway.
bool may_be_host_memory(const void* pointer) {
  constexpr uintptr_t kNullZone = 65536, kEnd = uintptr_t{1} << 47;
  const auto number = reinterpret_cast<uintptr_t>(pointer);
  return number >= kNullZone && number < kEnd;
}

// Whether the device may use the pointer. Sets `*owner_device` to the device that owns the memory,
// or to -1 if the host owns it.
bool may_follow(const void* pointer, int* owner_device) {
  *owner_device = -1;
  if (!in_device_region(pointer)) {
    return !may_be_host_memory(pointer) || is_device_symbol(pointer) || is_registered(pointer, 1);
  }
  const int owner = slice_of(pointer);
  const Device& here = current_device();
  *owner_device = owner;
  return owner == shared_slice() || owner == here.index || (here.peers >> owner & 1) != 0;
}

Name name_of(const PointerArgument& argument) {
  const char* begin = argument.names;
  for (int position = 1; begin != nullptr && position < argument.position; position++) {
    begin = std::strchr(begin, ',');
    if (begin != nullptr) begin++;
  }
  Name name;
  if (begin != nullptr) name.add("%.*s", static_cast<int>(std::strcspn(begin, ",")), begin);
  return name;
}

// The element that is `offset` bytes after the pointer.
Element element_at(const PointerArgument& argument, long long offset) {
  Element element;
  if (argument.element_bytes == 0) return element;
  const long long size = argument.element_bytes;
  element.space = Space::global;
  element.array = name_of(argument);
  element.argument = argument.position;
  element.bytes = static_cast<int>(size);
  element.byte = (offset % size + size) % size;
  element.index = (offset - element.byte) / size;
  return element;
}

constexpr size_t kNear = size_t{32} << 10;  // half of the gap between small allocations

// The element that is meant if a negative index was stored in an unsigned int.
Element find_wrapped(const PointerArguments& arguments, const char* address) {
  for (int i = 0; i < arguments.count; i++) {
    const PointerArgument& argument = arguments.list[i];
    const auto* pointer = static_cast<const char*>(argument.pointer);
    const Allocation* allocation = find_nearest(pointer);
    if (allocation == nullptr || !allocation->holds(pointer, 0)) continue;
    const long long offset = address - pointer, size = argument.element_bytes;
    const long long below = (size << 32) - offset;
    if (below <= 0 || below > static_cast<long long>(std::max(kNear, allocation->bytes))) continue;
    Element element = element_at(argument, offset);
    if (element.known())
      element.elements = (allocation->begin + allocation->bytes - pointer) / size;
    return element;
  }
  return {};
}

// Whether the address was more likely computed from `pointer` than from `other`. A pointer at or
// before the address is more likely than a pointer after it. If both are on the same side, the
// nearer pointer is more likely.
bool is_nearer(const void* pointer, const void* other, const char* address) {
  const auto* mine = static_cast<const char*>(pointer);
  const auto* best = static_cast<const char*>(other);
  return best > address ? mine < best : mine > best && mine <= address;
}

}  // namespace

PointerArguments take_pointer_arguments() {
  const PointerArguments result = coming;
  coming.count = 0;
  return result;
}

const PointerArgument* find_refused(const PointerArguments& arguments, const void* address) {
  // If the address is at least this far from a refused pointer, it was probably not computed from
  // this pointer.
  constexpr ptrdiff_t kNear = ptrdiff_t{1} << 34;
  const auto* original = static_cast<const char*>(with_bit_flipped(address));
  const PointerArgument* nearest = nullptr;
  ptrdiff_t nearest_distance = kNear;
  for (int i = 0; i < arguments.count; i++) {
    if (!arguments.list[i].refused) continue;
    const ptrdiff_t offset = original - static_cast<const char*>(arguments.list[i].pointer);
    const ptrdiff_t distance = offset < 0 ? -offset : offset;
    if (distance >= nearest_distance) continue;
    nearest = &arguments.list[i];
    nearest_distance = distance;
  }
  return nearest;
}

Element find_element(const PointerArguments& arguments, const Allocation& allocation,
                     const char* address) {
  const size_t near = std::max(kNear, allocation.bytes);
  const char* end = allocation.begin + allocation.bytes;
  if (address < allocation.begin - near || address >= end + near)
    return find_wrapped(arguments, address);
  const PointerArgument* best = nullptr;
  bool has_two_names = false;
  for (int i = 0; i < arguments.count; i++) {
    const PointerArgument& argument = arguments.list[i];
    if (!allocation.holds(argument.pointer, 0)) continue;
    if (best != nullptr && best->pointer == argument.pointer) {
      has_two_names = true;
    } else if (best == nullptr || is_nearer(argument.pointer, best->pointer, address)) {
      best = &argument;
      has_two_names = false;
    }
  }
  if (best == nullptr || has_two_names) return {};
  const auto* pointer = static_cast<const char*>(best->pointer);
  Element element = element_at(*best, address - pointer);
  if (element.known()) element.elements = (end - pointer) / best->element_bytes;
  return element;
}

Name describe(const PointerArgument& argument) {
  const Name name = name_of(argument);
  Name text;
  text.add("%sargument %d of the kernel", argument.is_member ? "a member of " : "",
           argument.position);
  if (!name.empty()) text.add(" (%s)", name.c_str());
  return text;
}

void tell_refused(const PointerArgument& argument, const char* access, Finding* finding) {
  finding->element.argument = argument.position;
  const bool is_peer = argument.owner_device >= 0;
  finding->kind = is_peer ? Kind::peer_access_not_enabled : Kind::host_pointer_in_kernel;
  finding->message.add("%s ", access);
  if (is_peer)
    finding->message.add("memory of device %d", argument.owner_device);
  else
    finding->message.add("host memory");
  finding->message.add(" through %s", describe(argument).c_str());
  finding->advice =
      is_peer ? "call cudaDeviceEnablePeerAccess first, or copy the data"
              : "pass the device pointer from cudaMalloc, and copy the data with cudaMemcpy";
}

static bool add_known_element(const char* verb, Finding* finding) {
  if (!finding->element.known()) return false;
  finding->message.add("%s ", verb);
  add_element(finding);
  return true;
}

bool tell_null(const PointerArguments& arguments, const char* verb, size_t address,
               Finding* finding) {
  finding->kind = Kind::null_pointer;
  finding->advice = "check that cudaMalloc was called, and returned cudaSuccess, for this pointer";
  Element& element = finding->element;
  for (int i = 0; i < arguments.count; i++) {
    if (arguments.list[i].pointer != nullptr) continue;
    if (element.known()) {  // two arguments are null pointers
      element = {};
      return false;
    }
    element = element_at(arguments.list[i], static_cast<long long>(address));
  }
  if (!add_known_element(verb, finding)) return false;
  finding->message.add(", but %s is a null pointer", element.array.c_str());
  return true;
}

bool tell_freed(const char* verb, Finding* finding) {
  finding->kind = Kind::use_after_free;
  finding->advice = "free memory only after the last kernel that uses it";
  if (!add_known_element(verb, finding)) return false;
  finding->message.add(", which was freed");
  return true;
}

void tell_allocation(const Allocation& allocation, Finding* finding) {
  finding->allocation_bytes = static_cast<long long>(allocation.bytes);
  finding->allocated = allocation.allocated;
  if (allocation.freed) finding->freed = allocation.freed_at;
}

void tell_global(const PointerArguments& arguments, const Allocation& allocation,
                 const char* address, Finding* finding) {
  tell_allocation(allocation, finding);
  finding->element = find_element(arguments, allocation, address);
  finding->element.space = Space::global;
  finding->offset = address - allocation.begin;
}

static const Name& name_of(const Element& element) {
  return element.known() ? element.array : element.variable;
}

void add_element(Finding* finding) {
  const Element& element = finding->element;
  if (element.space == Space::shared) finding->message.add("__shared__ ");
  if (element.byte != 0) finding->message.add("byte %lld of ", element.byte);
  finding->message.add("%s[%lld]", name_of(element).c_str(), element.index);
}

void add_element_outside(Finding* finding, const char* verb) {
  const Element& element = finding->element;
  finding->message.add("%s ", verb);
  add_element(finding);
  if (element.known()) finding->brief_message.add("%s", finding->message.c_str());
  finding->message.add(", but %s has %lld %s", name_of(element).c_str(), element.elements,
                       element.elements == 1 ? "element: index 0" : "elements");
  if (element.elements > 1) finding->message.add(": index 0 to %lld", element.elements - 1);
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

const void* cuda_on_cpu_pointer_argument(const void* pointer, const char* names, int position,
                                         unsigned int element_bytes) {
  if (pointer != nullptr && hooks != nullptr) hooks->pointer_argument(pointer, position);
  int owner_device;
  const bool refused = !may_follow(pointer, &owner_device);
  if (coming.count < kRememberedPointers) {
    coming.list[coming.count++] = {pointer, names,   element_bytes, position,
                                   false,   refused, owner_device};
  }
  return refused ? with_bit_flipped(pointer) : pointer;
}

const void* cuda_on_cpu_pointer_member(const void* pointer, const char* names, int position) {
  int owner_device;
  if (may_follow(pointer, &owner_device)) return pointer;
  if (coming.count < kRememberedPointers) {
    coming.list[coming.count++] = {pointer, names, 0, position, true, true, owner_device};
  }
  return with_bit_flipped(pointer);
}

}  // extern "C"
