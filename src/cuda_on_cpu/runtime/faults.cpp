// The handler for SIGSEGV and similar signals, and the explanation of what happened.
//
// Theory of operation. When a kernel faults, the handler does not explain anything itself: it makes
// the thread continue in kernel_fault(), on a separate stack, as if the kernel had called it.
// kernel_fault() stops the launch in the same way as for every other mistake. When host code
// faults, the process usually cannot continue: the handler explains the fault, and then the signal
// has its usual effect.
#include "cuda_on_cpu/runtime/faults.hpp"

#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/allocations.hpp"
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"
#include "cuda_on_cpu/runtime/locate.hpp"

namespace cuda_on_cpu {
namespace {

constexpr uintptr_t kNullZone = 65536;

struct Fault {
  int signal;
  int code;
  const char* address;
  const void* instruction;
  enum Access { unknown, read, write } access;
};

__thread Fault fault_of_thread;

#if defined(__x86_64__)
uintptr_t program_counter(const ucontext_t* context) {
  return static_cast<uintptr_t>(context->uc_mcontext.gregs[REG_RIP]);
}
uintptr_t stack_pointer(const ucontext_t* context) {
  return static_cast<uintptr_t>(context->uc_mcontext.gregs[REG_RSP]);
}
Fault::Access access_of(const ucontext_t* context) {
  constexpr greg_t kWriteBit = 2;
  return (context->uc_mcontext.gregs[REG_ERR] & kWriteBit) != 0 ? Fault::write : Fault::read;
}
// Whether the program counter is already past the instruction that faulted.
bool stands_after(int signal_number) {
  return signal_number == SIGTRAP;
}
void go_on_in(ucontext_t* context, void (*function)(), char* stack_high) {
  // The stack pointer is as if the function had been called: 8 bytes below a multiple of 16.
  const uintptr_t top = (reinterpret_cast<uintptr_t>(stack_high) & ~uintptr_t{15}) - 8;
  context->uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top);
  context->uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(function);
}
#elif defined(__aarch64__)
uintptr_t program_counter(const ucontext_t* context) {
  return context->uc_mcontext.pc;
}
uintptr_t stack_pointer(const ucontext_t* context) {
  return context->uc_mcontext.sp;
}
Fault::Access access_of(const ucontext_t*) {
  return Fault::unknown;
}
bool stands_after(int) {
  return false;
}
void go_on_in(ucontext_t* context, void (*function)(), char* stack_high) {
  context->uc_mcontext.sp = reinterpret_cast<uintptr_t>(stack_high) & ~uintptr_t{15};
  context->uc_mcontext.pc = reinterpret_cast<uintptr_t>(function);
}
#else
#error "CUDA on the CPU needs a fault handler for this processor"
#endif

bool is_mapped(const void* address) {
  constexpr uintptr_t kPage = 4096;
  unsigned char present;
  return mincore(reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) & ~(kPage - 1)), 1,
                 &present) == 0;
}

// The place that the report names. For a fault inside a library function such as memcpy, this is
// the place of the call. It is found on the stack: the first word that is an address in the
// program's code.
const void* place_in_program(const ucontext_t* context, int signal_number, bool trust_stack) {
  const uintptr_t counter = program_counter(context);
  // Places are given as return addresses, which lie directly after the call instruction.
  const auto* place =
      reinterpret_cast<const void*>(stands_after(signal_number) ? counter : counter + 1);
  if (in_program_code(reinterpret_cast<const void*>(counter)) || !trust_stack) return place;
  constexpr int kWords = 512;
  const auto* words = reinterpret_cast<const uintptr_t*>(stack_pointer(context));
  for (int i = 0; i < kWords; i++) {
    // Perhaps there is no page after the end of the stack.
    if ((reinterpret_cast<uintptr_t>(words + i) & 4095) == 0 && !is_mapped(words + i)) break;
    const auto* candidate = reinterpret_cast<const void*>(words[i]);
    if (in_program_code(candidate)) return candidate;
  }
  return place;
}

// The first place whose line is known and not in a library; places[0] if there is none.
const void* first_outside_of_libraries(const Place* places, size_t count) {
  constexpr size_t kMost = 64;
  SourceLine lines[kMost];
  locate(places, lines, std::min(count, kMost));
  for (size_t i = 0; i < std::min(count, kMost); i++)
    if (lines[i].line > 0 && !is_library_file(lines[i].file)) return places[i].code;
  return places[0].code;
}

// The place to report for a fault of host code: the place in the innermost function that is not a
// function of a library. `place` is the result of place_in_program; it may be in a header of a
// library.
const void* place_outside_of_libraries(const ucontext_t* context, const void* place) {
  constexpr int kFrames = 64;
  void* frames[kFrames];
  const int count = backtrace(frames, kFrames);
  int first = 0;  // the frames before this one belong to the handler of the signal
  while (first < count && reinterpret_cast<uintptr_t>(frames[first]) != program_counter(context))
    first++;
  Place places[kFrames] = {{nullptr, place}};
  size_t known = 1;
  for (int i = first + 1; i < count; i++) places[known++] = {nullptr, frames[i]};
  return first_outside_of_libraries(places, known);
}

// The same place, but found by a search of the stack, as in place_in_program. If the C++ library is
// linked statically, its code is in the program's code, but the lines of this code are not known.
const void* caller_outside_of_libraries(const ucontext_t* context, const void* place) {
  constexpr int kWords = 512;
  constexpr size_t kMostPlaces = 32;
  Place places[kMostPlaces] = {{nullptr, place}};
  size_t known = 1;
  const auto* words = reinterpret_cast<const uintptr_t*>(stack_pointer(context));
  for (int i = 0; i < kWords && known < kMostPlaces; i++) {
    const bool is_new_page = i == 0 || (reinterpret_cast<uintptr_t>(words + i) & 4095) == 0;
    if (is_new_page && !is_mapped(words + i)) break;
    const auto* candidate = reinterpret_cast<const void*>(words[i]);
    if (in_program_code(candidate)) places[known++] = {nullptr, candidate};
  }
  return first_outside_of_libraries(places, known);
}

const char* word(const Fault& fault, const char* write, const char* read, const char* other) {
  return fault.access == Fault::write ? write : fault.access == Fault::read ? read : other;
}
const char* verb(const Fault& fault) {
  return word(fault, "write to", "read of", "access to");
}

void explain_device_address(const Fault& fault, const Launch& launch, Finding* finding) {
  const Allocation* nearest = find_nearest(fault.address);
  finding->kind = Kind::wild_pointer;
  if (nearest == nullptr) {
    finding->message.add("%s device address %p, where nothing was ever allocated", verb(fault),
                         static_cast<const void*>(fault.address));
    return;
  }
  tell_global(launch.arguments, *nearest, fault.address, finding);
  const long long offset = finding->offset;
  const auto bytes = static_cast<long long>(nearest->bytes);
  if (nearest->freed) {
    if (!tell_freed(verb(fault), finding))
      finding->message.add("%s freed device memory, at byte %lld of an allocation of %lld bytes",
                           verb(fault), offset, bytes);
  } else if (offset >= 0 && offset < bytes) {
    finding->kind = Kind::peer_access_not_enabled;
    finding->message.add("%s memory of device %d by a kernel on device %d", verb(fault),
                         nearest->device, launch.device->index);
    finding->advice = "call cudaDeviceEnablePeerAccess first, or copy the data";
  } else {
    finding->kind = Kind::out_of_bounds;
    const bool before = offset < 0;
    if (finding->element.known()) {
      add_element_outside(finding, verb(fault));
    } else {
      finding->brief_message.add("%s an address outside of device memory", verb(fault));
      finding->message.add("%s an address %lld bytes %s an allocation of %lld bytes", verb(fault),
                           before ? -offset : offset - bytes, before ? "before" : "past the end of",
                           bytes);
    }
    finding->advice = "compare the index with the number of elements before using it";
  }
}

void explain_refused(const Fault& fault, const PointerArgument& argument, Finding* finding) {
  if (argument.owner_device >= 0 || is_mapped(argument.pointer))
    return tell_refused(argument, verb(fault), finding);
  finding->kind = Kind::wild_pointer;
  finding->message.add("%s address %p, where there is no memory; %s points there", verb(fault),
                       argument.pointer, describe(argument).c_str());
  finding->advice = "look for a pointer that was never set";
}

// Explains what happened, and returns the CUDA error that a GPU would report.
cudaError explain(const Fault& fault, const Worker& worker, Finding* finding) {
  const auto number = reinterpret_cast<uintptr_t>(fault.address);
  if (fault.signal == SIGFPE) {
    finding->kind = Kind::division_by_zero;
    finding->message.add("integer division by zero, or division of the smallest integer by -1");
    return cudaErrorLaunchFailure;
  }
  if (fault.signal == SIGILL || fault.signal == SIGTRAP) {
    finding->kind = Kind::undefined_behaviour;
    finding->message.add(
        "the compiler put a trap here, because the behavior of this code is undefined");
    return cudaErrorLaunchFailure;
  }
  const Launch& launch = worker.launch();
  const PointerArgument* refused = find_refused(launch.arguments, fault.address);
  if (worker.fibers().is_guard(fault.address)) {
    finding->kind = Kind::stack_overflow;
    finding->message.add("the thread needs more than %zu KiB of stack",
                         FiberPool::stack_bytes() / 1024);
    finding->advice =
        "use less recursion or smaller local arrays, or call cudaDeviceSetLimit with "
        "cudaLimitStackSize";
    return cudaErrorHardwareStackError;
  }
#if defined(__x86_64__)
  if (fault.signal == SIGSEGV && fault.code == SI_KERNEL) {
    finding->kind = Kind::misaligned_or_wild_pointer;
    finding->message.add("access through a pointer that is misaligned or not an address at all");
    finding->advice =
        "the address of an int4 or float4 must be a multiple of 16, and the address of an int2 a "
        "multiple of 8";
    return cudaErrorMisalignedAddress;
  }
#endif
  if (number < kNullZone) {
    if (!tell_null(launch.arguments, verb(fault), number, finding))
      finding->message.add("%s address %zu, which comes from a null pointer", verb(fault),
                           static_cast<size_t>(number));
  } else if (in_device_region(fault.address)) {
    explain_device_address(fault, launch, finding);
  } else if (refused != nullptr) {
    explain_refused(fault, *refused, finding);
  } else {
    finding->kind = Kind::wild_pointer;
    finding->message.add("%s address %p, where there is no memory", verb(fault),
                         static_cast<const void*>(fault.address));
    finding->advice = "look for a pointer that was never set, or was computed from a wrong index";
  }
  return cudaErrorIllegalAddress;
}

[[noreturn]] void kernel_fault() {
  const Fault fault = fault_of_thread;
  Worker& worker = *this_worker;
  Thread& thread = *this_thread;
  thread.site = nullptr;
  thread.code = fault.instruction;
  Finding finding = worker.finding_about(Kind::none, thread);
  const cudaError error = explain(fault, worker, &finding);
  if (hooks != nullptr && hooks->was_told(fault.address)) worker.stop_silently(error);
  worker.stop(finding, error);
}

bool can_go_on(const Fault& fault) {
  return hooks != nullptr && fault.signal == SIGSEGV &&
         hooks->host_goes_on(fault.address, word(fault, "writes to", "reads", "uses"),
                             fault.instruction);
}

// Host code may use memory of cudaMallocHost, so the fault shows that the memory was freed.
void explain_freed_host_memory(const Fault& fault, const Allocation& allocation, Finding* finding) {
  finding->kind = Kind::host_use_after_free;
  finding->message.add("host code %s memory of cudaMallocHost that was freed",
                       word(fault, "writes to", "reads", "uses"));
  finding->other = allocation.freed_at;
  finding->other_text = "it was freed at";
  finding->advice = "free the memory only after its last use";
}

void host_fault(const Fault& fault, const ucontext_t* context) {
  // The code that faulted may hold a lock, and then the report waits forever. In this case, the
  // alarm ends the process.
  signal(SIGALRM, SIG_DFL);
  alarm(20);
  Finding finding;
  // The frames of the callers are used only after an access to device memory. After any other
  // fault, the stack may be damaged, and then the frames cannot be found.
  const bool is_device = in_device_region(fault.address);
  finding.place.code = is_device ? place_outside_of_libraries(context, fault.instruction)
                                 : caller_outside_of_libraries(context, fault.instruction);
  const Allocation* nearest = is_device ? find_nearest(fault.address) : nullptr;
  if (nearest != nullptr && nearest->freed && nearest->kind == MemoryKind::pinned) {
    explain_freed_host_memory(fault, *nearest, &finding);
  } else if (is_device) {
    finding.kind = Kind::device_pointer_on_host;
    finding.message.add("host code uses a device pointer (%s device memory)", verb(fault));
    if (nearest != nullptr) tell_allocation(*nearest, &finding);
    finding.advice = "copy the data to host memory with cudaMemcpy and use the copy";
  } else {
    finding.kind = Kind::host_fault;
    finding.message.add("host code was stopped by signal %d", fault.signal);
    // The address is not told, because it differs from run to run.
    if (fault.signal == SIGSEGV || fault.signal == SIGBUS)
      finding.message.add(" (%s memory that it may not use)", verb(fault));
  }
  report(finding);
  if (hooks != nullptr) hooks->process_ends();
}

// Whether the fault is in kernel_fault itself, which runs on a stack inside of the worker. If so,
// the kernel has overwritten the data that kernel_fault needs: another attempt would fault again.
bool stopped_while_explaining(const ucontext_t* context) {
  return stack_pointer(context) - reinterpret_cast<uintptr_t>(this_worker) < sizeof(Worker);
}

void end_by(int signal_number) {
  // The signal has its usual effect as soon as the handler returns.
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void on_fault(int signal_number, siginfo_t* info, void* raw_context) {
  auto* context = static_cast<ucontext_t*>(raw_context);
  Fault fault{};
  fault.signal = signal_number;
  fault.code = info->si_code;
  fault.address = static_cast<const char*>(info->si_addr);
  fault.access = signal_number == SIGSEGV ? access_of(context) : Fault::unknown;
  if (this_thread != nullptr) {
    if (stopped_while_explaining(context)) return end_by(signal_number);
    const bool overflow = this_worker->fibers().is_guard(fault.address);
    fault.instruction = place_in_program(context, signal_number, !overflow);
    fault_of_thread = fault;
    go_on_in(context, &kernel_fault, this_worker->fault_stack_high());
    return;
  }
  fault.instruction = place_in_program(context, signal_number, true);
  if (can_go_on(fault)) return;
  host_fault(fault, context);
  end_by(signal_number);
}

}  // namespace

void catch_faults() {
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int fault : kFaultSignals) sigaction(fault, &action, nullptr);
}

void prepare_thread_for_faults() {
  static __thread bool prepared;
  if (prepared) return;
  prepared = true;
  constexpr size_t kBytes = size_t{128} * 1024;
  void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kBytes;
  sigaltstack(&stack, nullptr);
}

}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

void cuda_on_cpu_trap() {
  Finding finding =
      this_worker->finding_about(Kind::trap, *this_thread, {nullptr, __builtin_return_address(0)});
  finding.message.add("the kernel called __trap()");
  this_worker->stop(finding, cudaErrorLaunchFailure);
}

// A failed assert() calls this function. In a kernel, the failure is an error of the device.
[[noreturn]] void __assert_fail(const char* assertion, const char* file, unsigned int line,
                                const char* function) noexcept {
  Text<1024> text;
  if (this_thread == nullptr) {
    text.add("%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    write_error(text.c_str(), text.size());
    std::abort();
  }
  text.add("%s:%u:0", file, line);
  Finding finding =
      this_worker->finding_about(Kind::assertion, *this_thread, {text.c_str(), nullptr});
  finding.message.add("assertion `%s' failed", assertion);
  this_worker->stop(finding, cudaErrorAssert);
}

}  // extern "C"
