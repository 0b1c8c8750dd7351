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

// Adds "__shared__ tile[2]" or "__shared__ total", or the offset in bytes if the element is not
// known.
template <size_t Size>
void add_shared(Text<Size>* text, const SharedVariable& variable, long long offset) {
  const long long size = variable.element_bytes;
  if (size == 0 || offset % size != 0) {
    text->add("byte %lld of __shared__ %s (%u bytes)", offset, variable.name, variable.bytes);
  } else if (variable.bytes == size && offset == 0) {
    text->add("__shared__ %s", variable.name);
  } else {
    text->add("__shared__ %s[%lld]", variable.name, offset / size);
  }
}

// Adds "__shared__ tile[70], but tile has 64 elements: index 0 to 63".
template <size_t Size>
void add_shared_outside(Text<Size>* text, const SharedVariable& variable, long long offset) {
  const long long size = variable.element_bytes;
  if (size == 0 || offset % size != 0) {
    text->add("byte %lld of __shared__ %s, which has %u bytes", offset, variable.name,
              variable.bytes);
    return;
  }
  Element element;
  element.array.add("%s", variable.name);
  element.index = offset / size;
  element.elements = variable.bytes / size;
  text->add("__shared__ ");
  add_element_outside(text, element);
}

void describe_shared(Finding* finding, size_t offset) {
  const SharedVariable* variable = nearest_variable(offset);
  if (offset < now.launch->dynamic_shared || variable == nullptr) {
    finding->message.add("byte %zu of dynamic shared memory (%zu bytes)", offset,
                         now.launch->dynamic_shared);
  } else {
    add_shared(&finding->message, *variable, static_cast<long long>(offset) - variable->offset);
  }
}

void explain_region(Finding* finding, const char* address, uint32_t bytes, Action action) {
  const Allocation* nearest = find_nearest(address);
  if (nearest == nullptr) {
    finding->kind = "wild_pointer";
    finding->message.add("%s of %u bytes at device address %p, where nothing was ever allocated",
                         verb(action), bytes, static_cast<const void*>(address));
    return;
  }
  finding->allocation_bytes = nearest->bytes;
  finding->allocated = nearest->allocated;
  const long long offset = address - nearest->begin;
  const auto size = static_cast<long long>(nearest->bytes);
  finding->element = find_element(now.launch->arguments, *nearest, address);
  if (nearest->freed) {
    finding->kind = "use_after_free";
    finding->freed = nearest->freed_at;
    if (finding->element.known()) {
      finding->message.add("%s ", verb_of_named(action));
      add_element(&finding->message, finding->element);
    } else {
      finding->message.add("%s of %u bytes at byte %lld of an allocation of %lld bytes",
                           verb(action), bytes, offset, size);
    }
    finding->message.add(", which was freed");
    finding->advice = "free memory only after the last kernel that uses it";
    return;
  }
  finding->kind = "out_of_bounds";
  finding->advice = "compare the index with the number of elements before using it";
  if (finding->element.known() && (offset < 0 || offset >= size)) {
    finding->message.add("%s ", verb_of_named(action));
    add_element_outside(&finding->message, finding->element);
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
    if (refused->owner_device >= 0) {
      finding->kind = "peer_access_not_enabled";
      finding->message.add("%s of %u bytes of memory of device %d through %s", verb(action), bytes,
                           refused->owner_device, describe(*refused).c_str());
      finding->advice = "call cudaDeviceEnablePeerAccess first, or copy the data";
      return;
    }
    finding->kind = "host_pointer_in_kernel";
    finding->message.add("%s of %u bytes of host memory through %s", verb(action), bytes,
                         describe(*refused).c_str());
    finding->advice = "pass the device pointer from cudaMalloc, and copy the data with cudaMemcpy";
  } else if (number < kNullZone) {
    finding->kind = "null_pointer";
    finding->element = find_element_of_null(arguments, number);
    if (finding->element.known()) {
      finding->message.add("%s ", verb_of_named(action));
      add_element_of_null(&finding->message, finding->element);
    } else {
      finding->message.add("%s of %u bytes at address %zu, which comes from a null pointer",
                           verb(action), bytes, static_cast<size_t>(number));
    }
    finding->advice =
        "check that cudaMalloc was called, and returned cudaSuccess, for this pointer";
  } else {
    finding->kind = "host_pointer_in_kernel";
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
    if (now.launch != nullptr) {
      finding->element = find_element(now.launch->arguments, *shadow.allocation, address);
    }
    if (finding->element.known()) {
      add_element(&finding->message, finding->element);
    } else {
      finding->message.add("byte %zu of an allocation of %zu bytes", offset, shadow.bytes);
    }
    finding->allocation_bytes = shadow.bytes;
    finding->allocated = shadow.allocation->allocated;
  } else {
    finding->message.add("a __device__ variable");
  }
}

void tell_bad_address(const char* address, uint32_t bytes, Action action, const void* code) {
  told = {address, running_thread()};
  if (!is_new("bad_address", code, nullptr)) return;
  Finding finding = finding_at("", Severity::error, {running_thread(), code});
  if (in_device_region(address)) {
    explain_region(&finding, address, bytes, action);
  } else {
    explain_elsewhere(&finding, address, bytes, action);
  }
  add(finding);
}

void tell_bad_shared_address(const char* address, uint32_t bytes, Action action, const void* code) {
  if (!is_new("shared_out_of_bounds", code, nullptr)) return;
  Finding finding = finding_at("shared_out_of_bounds", Severity::error, {running_thread(), code});
  const auto offset = static_cast<size_t>(address - shared_shadow->begin);
  const SharedVariable* variable = nearest_variable(offset);
  if (variable == nullptr) {
    finding.message.add("%s of %u bytes at byte %zu of dynamic shared memory, which has %zu bytes",
                        verb(action), bytes, offset, now.launch->dynamic_shared);
  } else {
    finding.message.add("%s ", verb_of_named(action));
    add_shared_outside(&finding.message, *variable,
                       static_cast<long long>(offset) - variable->offset);
  }
  finding.advice = "compare the index with the size of the array before using it";
  add(finding);
}

void tell_beside_device_array(const char* address, Action action, const void* code) {
  if (!is_new("bad_address", code, nullptr)) return;
  Finding finding = finding_at("out_of_bounds", Severity::error, {running_thread(), code});
  const DeviceArray& array = nearest_device_array(address);
  const long long offset = address - array.begin;
  const auto size = static_cast<long long>(array.element_bytes);
  Element element;
  element.array.add("%s", array.name);
  element.index = offset >= 0 ? offset / size : (offset + 1) / size - 1;
  element.elements = static_cast<long long>(array.bytes) / size;
  finding.message.add("%s ", verb_of_named(action));
  add_element_outside(&finding.message, element);
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
