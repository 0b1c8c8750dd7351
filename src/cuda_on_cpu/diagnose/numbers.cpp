// Reports integers that do not fit into their type, and integers that are shifted too far. See
// numbers.hpp.
//
// In the diagnostic build, sums, differences and products of signed numbers are computed with the
// functions below (-ftrapv). Code compiled by g++ calls a function for each of these operations;
// the functions have the names of functions in g++'s own library. Code compiled by clang++ calls a
// function only if the result does not fit; cucc passes the name of this function to clang++. The
// places where an integer loses its upper bits are found in the assembly (translate/halves.hpp).
// Code compiled by clang++ also calls a function when an integer loses its upper bits, unless the
// program has a cast there.
#include "cuda_on_cpu/diagnose/numbers.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cuda_on_cpu/diagnose/findings.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"

namespace cuda_on_cpu::diagnose {
namespace {

Finding note_at(Kind kind, const void* code) {
  return finding_at(kind, {now.first_thread + this_thread->number, code}, Severity::note);
}

bool is_new_place(Kind kind, const void* code) {
  return this_thread != nullptr && is_new(kind, code, nullptr);
}

__attribute__((noinline)) void tell_wrapped(long long left, char sign, long long right,
                                            long long result, const char* type, const void* code) {
  if (!is_new_place(Kind::int_overflow, code)) return;
  Finding finding = note_at(Kind::int_overflow, code);
  finding.message.add(right < 0 ? "%lld %c (%lld)" : "%lld %c %lld", left, sign, right);
  finding.message.add(" does not fit into %s %s: it becomes %lld", type[0] == 'i' ? "an" : "a",
                      type, result);
  finding.type = type;
  finding.value = result;
  finding.advice = "compute with long long, or in another order";
  add(finding);
}

template <typename Number>
const char* name_of() {
  return sizeof(Number) == sizeof(int) ? "int" : "long long";
}

// Returns what the registers of a GPU would hold: the lowest bits of the result.
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
      !is_new_place(Kind::float_rounding, code))
    return;
  Finding finding = note_at(Kind::float_rounding, code);
  finding.message.add("%lld is rounded to the float %.0f", number, static_cast<double>(rounded));
  finding.type = "float";
  finding.value = number;
  finding.advice =
      "a float can hold every whole number up to 16777216, and a double up to 9007199254740992";
  add(finding);
}

namespace {

// A number that was stored in 8 or 16 bits, and the place in the code that stored it. The number
// fits only if these bits are later read as a number without a sign.
struct Stored {
  const char* address = nullptr;
  long long number = 0;
  const void* code = nullptr;
};
// The numbers at the addresses with the same hash. If there are more than kMostOfHash, a newer
// number replaces an older one, and a mistake with the older number is not reported. In
// each run, other addresses share a hash. So with only one number per hash, two runs could report
// different mistakes.
constexpr int kMostOfHash = 8, kBitsOfHash = 9;
struct SameHash {
  Stored numbers[kMostOfHash];
  unsigned next = 0;
};
SameHash stored[1 << kBitsOfHash];
Stored read_of_place[64];  // a copy, because later numbers may replace the stored one

SameHash& same_hash(const char* address) {
  return stored[reinterpret_cast<uintptr_t>(address) * 0x9e3779b97f4a7c15u >> (64 - kBitsOfHash)];
}

// A null pointer if no number is known for this address.
Stored* find_stored(const char* address) {
  for (Stored& one : same_hash(address).numbers)
    if (one.address == address) return &one;
  return nullptr;
}

void store(const Stored& number) {
  Stored* old = find_stored(number.address);
  if (old == nullptr) {
    SameHash& all = same_hash(number.address);
    old = &all.numbers[all.next++ % kMostOfHash];
  }
  *old = number;
}

long long largest(int bits, bool has_sign) {
  return (1LL << (has_sign ? bits - 1 : bits)) - 1;
}

void tell_narrow(long long number, int bits, const void* code) {
  if (!is_new_place(Kind::narrowing, code)) return;
  Finding finding = note_at(Kind::narrowing, code);
  finding.type = bits == 8 ? "8 bits" : "16 bits";
  finding.value = number;
  const long long stay = number & largest(bits, false);
  finding.message.add("%lld does not fit into %d bits", number, bits);
  if (stay != number)
    finding.message.add(": only the lowest %d bits are kept, which are %lld", bits, stay);
  else
    finding.message.add(" with a sign (at most %lld): it becomes %lld", largest(bits, true),
                        stay - largest(bits, false) - 1);
  finding.advice = "give the variable the type int";
  add(finding);
}

}  // namespace

void check_narrow(long long number, int bits, const char* address, const void* code) {
  if (number < -largest(bits, true) - 1 || number > largest(bits, false))
    return tell_narrow(number, bits, code);
  if (address != nullptr && number > largest(bits, true)) store({address, number, code});
}

void check_sum(long long number, const char* address, const void* code) {
  if (address == nullptr) return;
  int16_t there = 0;
  std::memcpy(&there, address, sizeof there);
  const Stored* known = find_stored(address);
  const bool is_there = known != nullptr && static_cast<int16_t>(known->number) == there;
  check_narrow(number + (is_there ? known->number : there), 16, address, code);
}

void check_signed(long long number, int bits, const void* code) {
  if (number < -largest(bits, true) - 1 || number > largest(bits, true))
    tell_narrow(number, bits, code);
}

void note_read_of_half(const char* address, uint32_t place, int bits) {
  Stored* one = find_stored(address);
  uint16_t now_there = 0;
  if (one != nullptr) std::memcpy(&now_there, address, static_cast<size_t>(bits / 8));
  read_of_place[place] = one != nullptr && one->number == now_there ? *one : Stored{};
}

void check_sign(uint32_t place) {
  const Stored& one = read_of_place[place];
  if (one.address != nullptr) tell_narrow(one.number, one.number > 0xff ? 16 : 8, one.code);
}

void tell_shift(int bits, long long places, const void* code) {
  if (!is_new_place(Kind::shift_too_far, code)) return;
  Finding finding = note_at(Kind::shift_too_far, code);
  finding.message.add("a number of %d bits is shifted by %lld %s: the result is not defined", bits,
                      places, places == -1 ? "place" : "places");
  finding.advice = "shift by fewer places than the number has bits";
  add(finding);
}

void check_conversion(long long number, int bits, bool has_sign, const void* code) {
  if (bits != 16 && bits != 8) return;
  if (has_sign) return check_signed(number, bits, code);
  if (number < 0 || number > largest(bits, false)) tell_narrow(number, bits, code);
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

// The arguments that the compilers pass, as the documentation of UndefinedBehaviorSanitizer
// describes them.
struct TypeOfNumber {
  uint16_t kind;
  uint16_t about;  // lowest bit: 1 if there is a sign; other bits: log2 of the number of bits
};
struct Conversion {
  const char* file;
  uint32_t line, column;
  const TypeOfNumber *from, *to;
};

struct Shift {
  const char* file;
  uint32_t line, column;
  const TypeOfNumber *number, *places;
};

void __ubsan_handle_shift_out_of_bounds(const Shift* shift, uintptr_t, uintptr_t places) {
  const bool is_int = shift->places->about == (5 << 1 | 1);
  const auto shifted_by = is_int ? static_cast<int>(places) : static_cast<long long>(places);
  cuda_on_cpu::diagnose::tell_shift(1 << (shift->number->about >> 1), shifted_by, CALLER);
}

void __ubsan_handle_implicit_conversion(const Conversion* conversion, uintptr_t from, uintptr_t) {
  const bool is_int = conversion->from->about == (5 << 1 | 1);
  const auto number = is_int ? static_cast<int>(from) : static_cast<long long>(from);
  const int about = conversion->to->about;
  cuda_on_cpu::diagnose::check_conversion(number, 1 << (about >> 1), (about & 1) != 0, CALLER);
}

}  // extern "C"
