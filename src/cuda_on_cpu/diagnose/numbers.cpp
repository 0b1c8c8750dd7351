// Reports integers that do not fit. See numbers.hpp.
//
// In the diagnostic build, the compiler computes sums, differences and products of signed numbers
// with the functions below (-ftrapv): g++ calls them for all numbers, by the names of its own
// library; clang++ calls one only if the result does not fit, by the name that cucc passes.
#include "cuda_on_cpu/diagnose/numbers.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

Finding note_at(const char* kind, const void* code) {
  return finding_at(kind, Severity::note, {now.first_thread + this_thread->number, code});
}

bool is_new_place(const char* kind, const void* code) {
  return this_thread != nullptr && is_new(kind, code, nullptr);
}

__attribute__((noinline)) void tell_wrapped(long long left, char sign, long long right,
                                            long long result, const char* type, const void* code) {
  if (!is_new_place("int_overflow", code)) return;
  Finding finding = note_at("int_overflow", code);
  finding.message.add(right < 0 ? "%lld %c (%lld)" : "%lld %c %lld", left, sign, right);
  finding.message.add(" does not fit into %s %s: it becomes %lld", type[0] == 'i' ? "an" : "a",
                      type, result);
  finding.advice = "compute with long long, or in another order";
  add(finding);
}

template <typename Number>
const char* name_of() {
  return sizeof(Number) == sizeof(int) ? "int" : "long long";
}

// The same as in a GPU's registers: the lowest bits.
template <typename Number>
Number compute(Number left, char sign, Number right, const void* code) {
  Number result;
  const bool wraps = sign == '+'   ? __builtin_add_overflow(left, right, &result)
                     : sign == '*' ? __builtin_mul_overflow(left, right, &result)
                                   : __builtin_sub_overflow(left, right, &result);
  if constexpr (sizeof(Number) <= sizeof(long long)) {
    if (__builtin_expect(wraps, false))
      tell_wrapped(left, sign, right, result, name_of<Number>(), code);
  }
  return result;
}

}  // namespace

void check_float(long long number, const void* code) {
  const auto rounded = static_cast<float>(number);
  if (static_cast<double>(rounded) == static_cast<double>(number) ||
      !is_new_place("float_rounding", code))
    return;
  Finding finding = note_at("float_rounding", code);
  finding.message.add("%lld is rounded to the float %.0f", number, static_cast<double>(rounded));
  finding.advice = "a float holds whole numbers up to 16777216; a double up to 9007199254740992";
  add(finding);
}

void check_short(long long number, const void* code) {
  const bool fits = number >= std::numeric_limits<int16_t>::min() &&
                    number <= std::numeric_limits<uint16_t>::max();
  if (fits || !is_new_place("narrowing", code)) return;
  Finding finding = note_at("narrowing", code);
  finding.message.add("%lld does not fit into 16 bits: the lowest 16 bits stay, which are %u",
                      number, static_cast<unsigned>(number & 0xffff));
  finding.advice = "give the variable the type int";
  add(finding);
}

}  // namespace cuda_on_cpu::diagnose

using cuda_on_cpu::diagnose::compute;

#define CALLER __builtin_return_address(0)
#define FUNCTIONS_FOR(Number, suffix)                                     \
  Number __addv##suffix##3(Number left, Number right) {                   \
    return compute<Number>(left, '+', right, CALLER);                     \
  }                                                                       \
  Number __subv##suffix##3(Number left, Number right) {                   \
    return compute<Number>(left, '-', right, CALLER);                     \
  }                                                                       \
  Number __mulv##suffix##3(Number left, Number right) {                   \
    return compute<Number>(left, '*', right, CALLER);                     \
  }                                                                       \
  Number __negv##suffix##2(Number number) {                               \
    return compute<Number>(0, '-', number, CALLER);                       \
  }                                                                       \
  Number __absv##suffix##2(Number number) {                               \
    return number < 0 ? compute<Number>(0, '-', number, CALLER) : number; \
  }

extern "C" {

FUNCTIONS_FOR(int, si)
FUNCTIONS_FOR(long long, di)
__extension__ typedef __int128 Int128;
FUNCTIONS_FOR(Int128, ti)

// `operation` is 3 for a sum, 5 for a difference, 7 for a product.
long long cuda_on_cpu_overflows(long long left, long long right, unsigned char operation,
                                unsigned char bits) {
  const char sign = operation == 3 ? '+' : operation == 5 ? '-' : '*';
  if (bits != 32) return compute<long long>(left, sign, right, CALLER);
  return compute<int>(static_cast<int>(left), sign, static_cast<int>(right), CALLER);
}

}  // extern "C"
