// Explains an index outside of an array whose size the compiler knows: an array on the stack of a
// thread, in shared memory, or in __device__ memory. With -fsanitize=bounds, the compiler adds
// a check of each index. For an index out of bounds, the check calls the function
// __ubsan_handle_out_of_bounds below. The compiler also determines the layout of the two structures
// Type and IndexedArray. A write through a pointer past the end of an array on the stack is found
// later: it changes the value that -fstack-protector-strong puts after the array.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu {
namespace {

struct Type {
  uint16_t kind;
  uint16_t bits_and_sign;  // for an integer type: the lowest bit is 1 if the type is signed
  char name[1];            // 'int [64]'
};
struct IndexedArray {
  const char* file;
  uint32_t line, column;
  const Type* array;
  const Type* index;
};

long long elements_of(const Type& array) {
  const char* bracket = std::strchr(array.name, '[');
  return bracket == nullptr ? 0 : std::strtoll(bracket + 1, nullptr, 10);
}

long long value_of(const Type& type, uintptr_t given) {
  const unsigned bits = 1U << (type.bits_and_sign >> 1);
  if ((type.bits_and_sign & 1) == 0 || bits >= 64) return static_cast<long long>(given);
  const unsigned unused = 64 - bits;
  return static_cast<long long>(static_cast<uint64_t>(given) << unused) >> unused;
}

// Whether diagnostic mode may know the name of an array with this number of elements; then it
// reports the access.
bool may_be_named(const Worker& worker, long long elements) {
  for (const SharedVariable& one : worker.shared_variables()) {
    if (one.element_bytes != 0 && one.bytes / one.element_bytes == elements) return true;
  }
  return has_device_array_of(static_cast<size_t>(elements));
}

}  // namespace
}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" void __ubsan_handle_out_of_bounds(const IndexedArray* what, uintptr_t given) {
  if (this_thread == nullptr) return;  // host code
  const long long elements = elements_of(*what->array);
  // If an index is at least this far off, diagnostic mode cannot tell which array was meant.
  constexpr long long kFar = 1 << 20;
  const long long index = value_of(*what->index, given);
  const bool is_far = index < -kFar || index >= elements + kFar;
  if (hooks != nullptr && !is_far && may_be_named(*this_worker, elements)) return;
  Finding finding = this_worker->finding_about(Kind::out_of_bounds, *this_thread,
                                               {nullptr, __builtin_return_address(0)});
  finding.element.index = index;
  finding.element.elements = elements;
  finding.message.add("index %lld of an array of %lld elements, whose indices are 0 to %lld", index,
                      elements, elements - 1);
  finding.advice = "compare the index with the size of the array before using it";
  this_worker->stop(finding, cudaErrorIllegalAddress);
}

extern "C" void __stack_chk_fail() {
  if (this_thread == nullptr) {  // host code
    Finding finding(Kind::out_of_bounds_on_host);
    finding.element.space = Space::host;
    finding.place = {nullptr, __builtin_return_address(0)};
    finding.message.add("host code has written past the end of an array of this function");
    report(finding);
    if (hooks != nullptr) hooks->process_ends();
    std::abort();
  }
  Finding finding = this_worker->finding_about(Kind::out_of_bounds_of_own_array, *this_thread);
  finding.element.space = Space::local;
  finding.place = {};  // at the end of the function, the line of the write is not known
  finding.message.add(
      "write past the end of a local array of the thread; noticed at the end of the function that "
      "declares the array");
  finding.advice = "compare the pointer with the end of the array before using it";
  this_worker->stop(finding, cudaErrorIllegalAddress);
}
