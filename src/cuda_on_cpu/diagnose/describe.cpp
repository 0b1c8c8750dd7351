// Describes addresses. See describe.hpp.
#include "cuda_on_cpu/diagnose/describe.hpp"

#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/diagnose/sites.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

struct Told {
  const char* address;
  uint64_t grid_thread;
} told;

uint64_t running_thread() {
  return now.first_thread + this_thread->number;
}

const char* verb(Action action) {
  return action == Action::write ? "write" : "read";
}

// The words that come before the name of the array or variable that is accessed.
const char* verb_of_named(Action action) {
  return action == Action::write ? "write to" : "read of";
}

// The variable in shared memory at this offset, or the nearest one.
const SharedVariable* nearest_variable(size_t offset) {
  const SharedVariable* best = nullptr;
  size_t best_distance = ~size_t{0};
  for (const SharedVariable& variable : now.worker->shared_variables()) {
    const size_t distance = offset < variable.offset ? variable.offset - offset
                            : offset < variable.offset + variable.bytes
                                ? 0
                                : offset - variable.offset - variable.bytes + 1;
    if (distance < best_distance) {
      best = &variable;
      best_distance = distance;
    }
  }
  return best;
}

void set_shared(Finding* finding, const SharedVariable& variable, long long offset) {
  Element& element = finding->element;
  element.variable.add("%s", variable.name);
  finding->offset = offset;
  const long long size = element.bytes = static_cast<int>(variable.element_bytes);
  if (size == 0) return;
  element.byte = (offset % size + size) % size;
  element.index = (offset - element.byte) / size;
  element.elements = variable.bytes / size;
}

bool is_whole_element(const Element& element) {
  return element.bytes != 0 && element.byte == 0;
}

// Adds "__shared__ tile[2]" or "__shared__ total", or the offset in bytes if the element is not
// known.
void add_shared(Finding* finding, const SharedVariable& variable) {
  const Element& element = finding->element;
  if (!is_whole_element(element)) {
    finding->message.add("byte %lld of __shared__ %s (%u bytes)", finding->offset, variable.name,
                         variable.bytes);
  } else if (element.elements == 1 && element.index == 0) {
    finding->message.add("__shared__ %s", variable.name);
  } else {
    add_element(finding);
  }
}

void set_dynamic_shared(Finding* finding, size_t offset) {
  finding->offset = static_cast<long long>(offset);
  finding->allocation_bytes = static_cast<long long>(now.launch->dynamic_shared);
}

void describe_shared(Finding* finding, size_t offset) {
  finding->element.space = Space::shared;
  const SharedVariable* variable = nearest_variable(offset);
  if (offset < now.launch->dynamic_shared || variable == nullptr) {
    set_dynamic_shared(finding, offset);
    finding->message.add("byte %zu of dynamic shared memory (%zu bytes)", offset,
                         now.launch->dynamic_shared);
  } else {
    set_shared(finding, *variable, static_cast<long long>(offset) - variable->offset);
    add_shared(finding, *variable);
  }
}

void explain_region(Finding* finding, const char* address, uint32_t bytes, Action action) {
  const Allocation* nearest = find_nearest(address);
  if (nearest == nullptr) {
    finding->kind = Kind::wild_pointer;
    finding->message.add("%s of %u bytes at device address %p, where nothing was ever allocated",
                         verb(action), bytes, static_cast<const void*>(address));
    return;
  }
  tell_global(now.launch->arguments, *nearest, address, finding);
  const long long offset = finding->offset;
  const auto size = static_cast<long long>(nearest->bytes);
  if (nearest->freed) {
    if (!tell_freed(verb_of_named(action), finding))
      finding->message.add(
          "%s of %u bytes at byte %lld of an allocation of %lld bytes, which was freed",
          verb(action), bytes, offset, size);
    return;
  }
  finding->kind = Kind::out_of_bounds;
  finding->advice = "compare the index with the number of elements before using it";
  if (finding->element.known() && (offset < 0 || offset >= size)) {
    add_element_outside(finding, verb_of_named(action));
  } else if (offset < 0) {
    finding->message.add("%s of %u bytes, %lld bytes before an allocation of %lld bytes",
                         verb(action), bytes, -offset, size);
  } else if (offset < size) {
    finding->message.add(
        "%s of %u bytes, the last %lld of which are past the end of an allocation of %lld bytes",
        verb(action), bytes, offset + bytes - size, size);
  } else {
    finding->message.add("%s of %u bytes, %lld bytes past the end of an allocation of %lld bytes",
                         verb(action), bytes, offset - size, size);
  }
}

void explain_elsewhere(Finding* finding, const char* address, uint32_t bytes, Action action) {
  constexpr uintptr_t kNullZone = 65536;
  const auto number = reinterpret_cast<uintptr_t>(address);
  const PointerArguments& arguments = now.launch->arguments;
  if (const PointerArgument* refused = find_refused(arguments, address)) {
    Name access;
    access.add("%s of %u bytes of", verb(action), bytes);
    tell_refused(*refused, access.c_str(), finding);
  } else if (number < kNullZone) {
    if (!tell_null(arguments, verb_of_named(action), number, finding))
      finding->message.add("%s of %u bytes at address %zu, which comes from a null pointer",
                           verb(action), bytes, static_cast<size_t>(number));
  } else {
    finding->kind = Kind::host_pointer_in_kernel;
    finding->message.add("%s of %u bytes outside of device memory", verb(action), bytes);
    finding->advice = "a kernel can read and write only through pointers to device memory";
  }
}

}  // namespace

void describe_address(Finding* finding, const Shadow& shadow, const char* address) {
  const auto offset = static_cast<size_t>(address - shadow.begin);
  if (&shadow == shared_shadow) {
    describe_shared(finding, offset);
  } else if (shadow.allocation != nullptr) {
    tell_global(now.launch != nullptr ? now.launch->arguments : PointerArguments{},
                *shadow.allocation, address, finding);
    if (finding->element.known()) {
      add_element(finding);
    } else {
      finding->message.add("byte %zu of an allocation of %zu bytes", offset, shadow.bytes);
    }
  } else {
    finding->element.space = Space::global;
    finding->message.add("a __device__ variable");
  }
}

void tell_bad_address(const char* address, uint32_t bytes, Action action, const void* code) {
  told = {address, running_thread()};
  if (!is_new(Kind::out_of_bounds, code, nullptr)) return;
  Finding finding = finding_at(Kind::none, {running_thread(), code});
  finding.accessed = static_cast<int>(bytes);
  if (in_device_region(address)) {
    explain_region(&finding, address, bytes, action);
  } else {
    explain_elsewhere(&finding, address, bytes, action);
  }
  add(finding);
}

void tell_bad_shared_address(const char* address, uint32_t bytes, Action action, const void* code) {
  if (!is_new(Kind::shared_out_of_bounds, code, nullptr)) return;
  Finding finding = finding_at(Kind::shared_out_of_bounds, {running_thread(), code});
  finding.element.space = Space::shared;
  finding.accessed = static_cast<int>(bytes);
  const auto offset = static_cast<size_t>(address - shared_shadow->begin);
  const SharedVariable* variable = nearest_variable(offset);
  if (variable == nullptr) {
    set_dynamic_shared(&finding, offset);
    finding.message.add("%s of %u bytes at byte %zu of dynamic shared memory, which has %zu bytes",
                        verb(action), bytes, offset, now.launch->dynamic_shared);
  } else {
    set_shared(&finding, *variable, static_cast<long long>(offset) - variable->offset);
    if (is_whole_element(finding.element))
      add_element_outside(&finding, verb_of_named(action));
    else
      finding.message.add("%s byte %lld of __shared__ %s, which has %u bytes",
                          verb_of_named(action), finding.offset, variable->name, variable->bytes);
  }
  finding.advice = "compare the index with the size of the array before using it";
  add(finding);
}

void tell_beside_device_array(const char* address, Action action, const void* code) {
  if (!is_new(Kind::out_of_bounds, code, nullptr)) return;
  Finding finding = finding_at(Kind::out_of_bounds, {running_thread(), code});
  const DeviceArray& array = nearest_device_array(address);
  finding.offset = address - array.begin;
  const auto size = static_cast<long long>(array.element_bytes);
  Element& element = finding.element;
  element.space = Space::global;
  element.variable.add("%s", array.name);
  element.bytes = static_cast<int>(size);
  element.index = finding.offset >= 0 ? finding.offset / size : (finding.offset + 1) / size - 1;
  element.elements = static_cast<long long>(array.bytes) / size;
  add_element_outside(&finding, verb_of_named(action));
  finding.advice = "compare the index with the size of the array before using it";
  add(finding);
}

bool was_told(const void* address) {
  const auto* byte = static_cast<const char*>(address);
  constexpr ptrdiff_t kWidestAccess = 16;
  return told.address != nullptr && this_thread != nullptr &&
         told.grid_thread == running_thread() && byte >= told.address &&
         byte < told.address + kWidestAccess;
}

}  // namespace cuda_on_cpu::diagnose
