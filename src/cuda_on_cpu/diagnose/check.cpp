// Checks the bounds, alignment, initialization and races of accesses, and counts the accesses. See
// check.hpp.
#include "cuda_on_cpu/diagnose/check.hpp"

#include <cstring>

#include "cuda_on_cpu/diagnose/describe.hpp"
#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/diagnose/history.hpp"
#include "cuda_on_cpu/diagnose/kernel_heap.hpp"
#include "cuda_on_cpu/diagnose/races.hpp"
#include "cuda_on_cpu/diagnose/requests.hpp"
#include "cuda_on_cpu/diagnose/shadow.hpp"
#include "cuda_on_cpu/diagnose/stack_guards.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"
#include "cuda_on_cpu/diagnose/stream_order.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"
#include "cuda_on_cpu/runtime/pinned.hpp"
#include "cuda_on_cpu/runtime/settings.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

// The bounds of the memory in which the linker puts the variables that host code may change.
extern "C" {
extern char __data_start[] __attribute__((weak));
extern char _end[] __attribute__((weak));
// Of the section of __managed__ variables, which host code and kernels may use.
extern char __start_cuda_on_cpu_managed[] __attribute__((weak));
extern char __stop_cuda_on_cpu_managed[] __attribute__((weak));
}

extern "C" {
cuda_on_cpu::diagnose::Told cuda_on_cpu_told[2];
}

#define ALWAYS_INLINE __attribute__((always_inline)) inline

namespace cuda_on_cpu::diagnose {

bool interleaving;

namespace {

ALWAYS_INLINE void remember_told(const Thread& thread, const char* address, size_t bytes,
                                 Access access) {
  cuda_on_cpu_told[access == Access::read ? 0 : 1] = {&thread, address, address + bytes};
}

uint64_t grid_thread_of(const Thread& thread) {
  return now.first_thread + thread.number;
}

Action action_of(Access access) {
  return access == Access::read ? Action::read : Action::write;
}

__attribute__((noinline)) void tell_misaligned(const char* address, uint32_t bytes,
                                               const void* code) {
  if (!is_new(Kind::misaligned_address, code, nullptr)) return;
  Finding finding = finding_at(Kind::misaligned_address, {grid_thread_of(*this_thread), code});
  finding.message.add(
      "access of %u bytes at an address that is not a multiple of %u (%zu too high)", bytes, bytes,
      static_cast<size_t>(reinterpret_cast<uintptr_t>(address) % bytes));
  finding.advice = "a GPU cannot do this: cast a pointer only to a type with the same alignment";
  add(finding);
}

void tell_early_read(Shadow* shadow, const char* address, const AsyncCopy& copy, const void* code) {
  if (!is_new(Kind::read_before_copy_ends, code, copy.code)) return;
  Finding finding = finding_at(Kind::read_before_copy_ends, {grid_thread_of(*this_thread), code});
  finding.message.add("read of ");
  describe_address(&finding, *shadow, address);
  finding.message.add(" before cg::wait: cg::memcpy_async may still be copying to it");
  finding.other.code = copy.code;
  finding.other_text = "the copy:";
  finding.advice =
      "call cg::wait or cg::wait_prior with the same group between the copy and the read: a "
      "barrier does not wait for copies";
  add(finding);
}

__attribute__((noinline)) void tell_uninitialised(Shadow* shadow, const char* address,
                                                  uint32_t bytes, const void* code) {
  // The memory counts as written from now on. So only the first read of it is reported: reports of
  // later reads would repeat the message.
  size_t first = 0;
  const size_t unwritten = count_unwritten(shadow, address, bytes, &first);
  mark_written(shadow, address, bytes);
  if (const AsyncCopy* copy = now.worker->copies().into(address))
    return tell_early_read(shadow, address, *copy, code);
  if (!is_new(Kind::uninitialised_read, code, shadow)) return;
  Finding finding = finding_at(Kind::uninitialised_read, {grid_thread_of(*this_thread), code});
  finding.message.add("read of ");
  describe_address(&finding, *shadow, address);
  if (unwritten == bytes)
    finding.message.add(", which has not been written");
  else
    finding.message.add(", of which only %zu of %u bytes have been written", bytes - unwritten,
                        bytes);
  finding.advice = "write it first: in a kernel, with cudaMemset or with cudaMemcpy";
  add(finding);
}

ALWAYS_INLINE bool is_written(const Shadow& shadow, size_t offset, uint32_t bytes) {
  const uint8_t* bits = shadow.written + offset / 8;
  if (bytes <= 8) {
    const uint32_t shift = offset % 8, wanted = ((1u << bytes) - 1) << shift;
    const uint32_t have = shift + bytes <= 8 ? bits[0] : bits[0] | bits[1] << 8;
    return (have & wanted) == wanted;
  }
  uint16_t have;
  std::memcpy(&have, bits, sizeof have);
  return have == 0xffff;
}

ALWAYS_INLINE void set_written(Shadow* shadow, size_t offset, uint32_t bytes) {
  uint8_t* bits = shadow->written + offset / 8;
  if (bytes > 8) {
    bits[0] = bits[1] = 0xff;
    return;
  }
  const uint32_t shift = offset % 8, wanted = ((1u << bytes) - 1) << shift;
  bits[0] = static_cast<uint8_t>(bits[0] | wanted);
  if (wanted > 0xff) bits[1] = static_cast<uint8_t>(bits[1] | wanted >> 8);
}

// The part of a check that is the same for all kinds of device memory. The access must be inside
// the memory that the shadow describes.
ALWAYS_INLINE void check_inside(Shadow* shadow, const char* address, uint32_t bytes, Access access,
                                const void* code, uint32_t site, const Thread& thread,
                                uint32_t generation) {
  if (__builtin_expect((reinterpret_cast<uintptr_t>(address) & (bytes - 1)) != 0, false)) {
    tell_misaligned(address, bytes, code);
  }
  const auto offset = static_cast<size_t>(address - shadow->begin);
  if (access != Access::write && __builtin_expect(!is_written(*shadow, offset, bytes), false)) {
    tell_uninitialised(shadow, address, bytes, code);
  }
  if (access != Access::read) set_written(shadow, offset, bytes);
  const uint64_t grid_thread = grid_thread_of(thread);
  if (access == Access::atomic && fences_in_use) note_atomic(grid_thread, address);
  if (!now.check_races) return;
  const Accesses accesses{shadow,
                          address,
                          bytes,
                          pack_access(grid_thread, now.time, site),
                          0,
                          access,
                          Conflict::read_after_write};
  check_race(accesses, grid_thread, generation);
}

Step step_of(Access access) {
  return access == Access::read ? Step::read : access == Access::write ? Step::write : Step::atomic;
}

ALWAYS_INLINE void count_global_access(const Thread& thread, uint32_t site, const char* address,
                                       uint32_t bytes, Access access) {
  record_global(thread, site, address, bytes);
  if (access == Access::atomic) record_atomic(thread, site, address);
}

ALWAYS_INLINE void check_global(const Thread& thread, const char* address, uint32_t bytes,
                                Access access, const void* code) {
  const uint32_t number = site_at(code);
  Site& site = sites[number];
  if (__builtin_expect(!(address >= site.low && address + bytes <= site.high), false)) {
    Shadow* shadow = shadow_of(address, bytes);
    if (shadow == nullptr) return tell_bad_address(address, bytes, action_of(access), code);
    site.low = shadow->begin;
    site.high = shadow->begin + shadow->bytes;
    site.shadow = shadow;
    site.access = access;
  }
  check_inside(site.shadow, address, bytes, access, code, number, thread, now.global_generation);
  if (__builtin_expect(keep_history, false)) {
    add_access(step_of(access), grid_thread_of(thread), code, *site.shadow, address, bytes);
  }
  if (__builtin_expect(streams_in_use, false)) {
    touched_by_launch(*site.shadow, address, bytes, access != Access::read);
  }
  state_of(thread).accesses++;
  if (counting) count_global_access(thread, number, address, bytes, access);
}

// Shared memory begins with dynamic shared memory; then come the variables, with gaps between them.
ALWAYS_INLINE bool in_shared_variable(size_t offset, uint32_t bytes) {
  if (offset + bytes <= now.launch->dynamic_shared) return true;
  for (const SharedVariable& variable : now.worker->shared_variables()) {
    if (offset >= variable.offset && offset + bytes <= variable.offset + variable.bytes)
      return true;
  }
  return false;
}

ALWAYS_INLINE void check_shared(const Thread& thread, const char* address, uint32_t bytes,
                                Access access, const void* code) {
  const auto offset = static_cast<size_t>(address - shared_shadow->begin);
  if (__builtin_expect(!in_shared_variable(offset, bytes), false)) {
    return tell_bad_shared_address(address, bytes, action_of(access), code);
  }
  const uint32_t number = site_at(code);
  sites[number].access = access;
  sites[number].shared_memory = true;
  check_inside(shared_shadow, address, bytes, access, code, number, thread, now.shared_generation);
  if (__builtin_expect(keep_history, false)) {
    add_access(access == Access::read ? Step::shared_read : Step::shared_write,
               grid_thread_of(thread), code, *shared_shadow, address, bytes);
  }
  state_of(thread).accesses++;
  if (counting) {
    record_shared(thread, number, static_cast<uint32_t>(offset), bytes);
    if (access == Access::atomic) record_atomic(thread, number, address);
  }
}

__attribute__((noinline)) void tell_host_variable(uint32_t bytes, Access access, const void* code) {
  if (!is_new(Kind::host_variable_in_kernel, code, nullptr)) return;
  Finding finding = finding_at(Kind::host_variable_in_kernel, {grid_thread_of(*this_thread), code});
  finding.message.add("%s of %u bytes of a host variable",
                      access == Access::read ? "read" : "write", bytes);
  finding.advice =
      "declare the variable __device__ or __constant__, or pass its value as an argument";
  add(finding);
}

bool in_host_variables(const char* address) {
  return __data_start != nullptr && _end != nullptr && address >= __data_start && address < _end;
}

bool in_managed_variables(const char* address) {
  return __start_cuda_on_cpu_managed != nullptr && address >= __start_cuda_on_cpu_managed &&
         address < __stop_cuda_on_cpu_managed;
}

bool is_builtin_variable(const char* address) {
  constexpr size_t kBytes = sizeof(uint3);
  const void* variables[] = {&cuda_on_cpu_thread_index, &cuda_on_cpu_block_index,
                             &cuda_on_cpu_block_size, &cuda_on_cpu_grid_size};
  for (const void* variable : variables) {
    if (static_cast<size_t>(address - static_cast<const char*>(variable)) < kBytes) return true;
  }
  return false;
}

// Checks an access to memory that is neither allocated memory nor shared memory nor the stack.
__attribute__((noinline)) void check_elsewhere(const Thread& thread, const char* address,
                                               uint32_t bytes, Access access, const void* code) {
  if (is_builtin_variable(address)) return;
  const auto* body = static_cast<const char*>(now.launch->body);
  if (address >= body && address < body + now.launch->body_bytes) return;
  if (in_device_guard(address)) {
    return tell_beside_device_array(address, action_of(access), code);
  }
  if (Shadow* shadow = shadow_of_variables(address, bytes)) {
    const uint32_t number = site_at(code);
    sites[number].access = access;
    check_inside(shadow, address, bytes, access, code, number, thread, now.global_generation);
    if (keep_history)
      add_access(step_of(access), grid_thread_of(thread), code, *shadow, address, bytes);
    state_of(thread).accesses++;
    if (counting) count_global_access(thread, number, address, bytes, access);
    return;
  }
  if (in_managed_variables(address) || in_kernel_heap(address, bytes)) return;
  if (in_host_variables(address)) return tell_host_variable(bytes, access, code);
  if (in_program_image(address) || is_registered(address, bytes)) return;
  tell_bad_address(address, bytes, action_of(access), code);
}

__attribute__((noinline)) void take_turns() {
  static uint64_t random = settings().seed;
  random = random * 6364136223846793005u + 1442695040888963407u;
  if ((random >> 63) != 0) now.worker->let_others_run();
}

// Checks everything about one access. There is one version of this function for each size and kind
// of access, because programs in diagnostic mode spend most of their time here.
template <uint32_t bytes, Access access>
__attribute__((always_inline)) inline void check(const char* address, const void* code) {
  Thread* thread = this_thread;
  // Host code is not checked here: the operating system stops host code that uses device memory.
  if (thread == nullptr) return;
  // The thread's own variables lie above this frame on the same stack. Most accesses are to these
  // variables, because the kernel's parameters are among them.
  const auto* frame = static_cast<const char*>(__builtin_frame_address(0));
  remember_told(*thread, address, bytes, access);
  if (address >= frame && address < thread->stack_high) {
    if (access != Access::read) watch_guards(address, bytes, code);
    return;
  }
  if (__builtin_expect(write_pending, false)) settle_pending_write();
  if (__builtin_expect(interleaving, false)) {
    take_turns();
    remember_told(*thread, address, bytes, access);
  }
  if (__builtin_expect(in_device_region(address), true)) {
    check_global(*thread, address, bytes, access, code);
  } else if (static_cast<size_t>(address - shared_shadow->begin) < kSharedArena) {
    check_shared(*thread, address, bytes, access, code);
  } else {
    check_elsewhere(*thread, address, bytes, access, code);
  }
}

template <uint32_t bytes>
void check_kind(const char* address, Access access, const void* code) {
  switch (access) {
    case Access::read:
      return check<bytes, Access::read>(address, code);
    case Access::write:
      return check<bytes, Access::write>(address, code);
    case Access::atomic:
      return check<bytes, Access::atomic>(address, code);
  }
}

// The shadow of the allocated or shared memory at this address; null for other memory.
Shadow* shadow_at(const char* address, uint32_t bytes) {
  if (in_device_region(address)) return shadow_of(address, bytes);
  const bool is_shared = static_cast<size_t>(address - shared_shadow->begin) < kSharedArena;
  return is_shared ? shared_shadow : nullptr;
}

}  // namespace

void check_access(const char* address, uint32_t bytes, Access access, const void* code) {
  switch (bytes) {
    case 1:
      return check_kind<1>(address, access, code);
    case 2:
      return check_kind<2>(address, access, code);
    case 4:
      return check_kind<4>(address, access, code);
    case 8:
      return check_kind<8>(address, access, code);
    default:
      return check_kind<16>(address, access, code);
  }
}

void expect_no_value(const char* address, uint32_t bytes) {
  if (this_thread == nullptr) return;
  if (Shadow* shadow = shadow_at(address, bytes)) mark_written(shadow, address, bytes);
}

void expect_copy(const char* address, uint32_t bytes) {
  if (Shadow* shadow = shadow_at(address, bytes)) mark_unwritten(shadow, address, bytes);
}

void check_range(const char* address, size_t bytes, Access access, const void* code) {
  if (this_thread == nullptr) return;
  const auto* frame = static_cast<const char*>(__builtin_frame_address(0));
  // Each thread copies the kernel's parameters from the memory in which the host stored them. So
  // this memory counts as the thread's own, like its stack.
  const auto* body = static_cast<const char*>(now.launch->body);
  const bool is_own = (address >= frame && address < this_thread->stack_high) ||
                      static_cast<size_t>(address - body) < now.launch->body_bytes;
  if (is_own && access != Access::read) watch_guards(address, bytes, code);
  for (size_t at = 0; !is_own && at < bytes;) {
    uint32_t piece = 16;
    while (piece > bytes - at || (reinterpret_cast<uintptr_t>(address + at) & (piece - 1)) != 0)
      piece /= 2;
    check_access(address + at, piece, access, code);
    at += piece;
  }
  remember_told(*this_thread, address, bytes, access);
}

void check_copied(const char* address, size_t bytes, const void* code) {
  if (this_thread == nullptr) return;
  Shadow* shadow = in_device_region(address) ? shadow_of(address, bytes) : nullptr;
  size_t first;
  const size_t unwritten = shadow == nullptr ? 0 : count_unwritten(shadow, address, bytes, &first);
  if (unwritten == 0 || unwritten == bytes) return check_range(address, bytes, Access::read, code);
  for (size_t at = 0; at < bytes; at++) {
    const bool is_gap = count_unwritten(shadow, address + at, 1, &first) != 0;
    if (!is_gap) check_access(address + at, 1, Access::read, code);
  }
}

void forget_told() {
  cuda_on_cpu_told[0].thread = cuda_on_cpu_told[1].thread = nullptr;
}

}  // namespace cuda_on_cpu::diagnose

using namespace cuda_on_cpu::diagnose;

// Compiled code calls these functions for ordinary accesses. All others are in callbacks.cpp.
extern "C" {

#define ORDINARY_ACCESS(size)                                                                   \
  void __tsan_read##size(void* address) {                                                       \
    check<size, Access::read>(static_cast<const char*>(address), __builtin_return_address(0));  \
  }                                                                                             \
  void __tsan_write##size(void* address) {                                                      \
    check<size, Access::write>(static_cast<const char*>(address), __builtin_return_address(0)); \
  }
ORDINARY_ACCESS(1)
ORDINARY_ACCESS(2)
ORDINARY_ACCESS(4)
ORDINARY_ACCESS(8)
ORDINARY_ACCESS(16)

}  // extern "C"
