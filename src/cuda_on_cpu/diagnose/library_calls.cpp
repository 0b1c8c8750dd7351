// Kernels may call some functions of the C library that read or write through pointers. Here are
// replacements for these functions. cucc makes kernels call the replacements, because accesses
// inside of a library are not reported.
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "cuda_on_cpu/diagnose/check.hpp"
#include "cuda_on_cpu/diagnose/describe.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/block.hpp"

using namespace cuda_on_cpu::diagnose;

#define CALLER __builtin_return_address(0)

namespace {

const char* bytes_at(const void* address) {
  return static_cast<const char*>(address);
}

void check_copy(const void* destination, const void* source, size_t bytes, const void* code) {
  check_copied(bytes_at(source), bytes, code);
  check_range(bytes_at(destination), bytes, Access::write, code);
}

template <class T>
T* to_write(T* result, const void* code) {
  check_range(bytes_at(result), sizeof *result, Access::write, code);
  return result;
}

void check_text(const char* text, long most, const void* code) {
  for (long i = 0; text != nullptr && i != most; i++) {
    check_range(text + i, 1, Access::read, code);
    if (text[i] == '\0') return;
  }
}

struct Arguments {
  va_list list;
};

// Checks one conversion of printf. `at` points to the character after the percent sign. Returns the
// end of the conversion, or null if the printf of a GPU does not support it.
const char* check_conversion(const char* at, Arguments* arguments, const void* code) {
  long precision = -1;
  bool in_precision = false;
  std::string length;
  for (; std::strchr("-+ #0123456789.*hljztqL", *at) != nullptr && *at != '\0'; at++) {
    const bool is_digit = *at >= '0' && *at <= '9';
    if (*at == '.') {
      in_precision = true;
      precision = 0;
    } else if (*at == '*') {
      const int given = va_arg(arguments->list, int);
      if (in_precision) precision = given;
    } else if (in_precision && is_digit) {
      precision = precision * 10 + (*at - '0');
    } else if (std::strchr("hljztqL", *at) != nullptr) {
      length += *at;
    }
  }
  if (*at == '\0') return at;
  if (std::strchr("fFeEgGaA", *at) != nullptr) {
    length == "L" ? (void)va_arg(arguments->list, long double)
                  : (void)va_arg(arguments->list, double);
  } else if (length != "l" && *at == 's') {
    check_text(va_arg(arguments->list, const char*), precision, code);
  } else if (*at == 'n') {
    to_write(va_arg(arguments->list, long long*), code);
  } else if (std::strchr("diuxXocp", *at) != nullptr) {
    const bool is_int = *at != 'p' && (length.empty() || length[0] == 'h');
    is_int ? (void)va_arg(arguments->list, int) : (void)va_arg(arguments->list, long long);
  } else if (*at != '%') {
    return nullptr;
  }
  return at + 1;
}

bool check_format(const char* format, va_list list, const void* code) {
  if (cuda_on_cpu::this_thread == nullptr) return true;
  check_text(format, -1, code);
  Arguments arguments;
  va_copy(arguments.list, list);
  const char* at = format;
  while (at != nullptr && (at = std::strchr(at, '%')) != nullptr) {
    at = check_conversion(at + 1, &arguments, code);
    if (at == nullptr) format = nullptr;
  }
  va_end(arguments.list);
  return format != nullptr;
}

// A format with a conversion that no GPU supports, such as "%1$s", is printed as text: otherwise
// the library would read through a pointer that was not checked.
int print(const char* format, va_list list, const void* code) {
  return check_format(format, list, code) ? vprintf(format, list) : std::fputs(format, stdout);
}

}  // namespace

extern "C" {

// From version 15 on, clang itself inserts calls of the functions with the prefix __tsan_.
#define MEMORY_FUNCTIONS(prefix)                                               \
  void* prefix##memcpy(void* destination, const void* source, size_t bytes) {  \
    check_copy(destination, source, bytes, CALLER);                            \
    return memcpy(destination, source, bytes);                                 \
  }                                                                            \
  void* prefix##memmove(void* destination, const void* source, size_t bytes) { \
    check_copy(destination, source, bytes, CALLER);                            \
    return memmove(destination, source, bytes);                                \
  }                                                                            \
  void* prefix##memset(void* destination, int value, size_t bytes) {           \
    check_range(bytes_at(destination), bytes, Access::write, CALLER);          \
    return memset(destination, value, bytes);                                  \
  }
MEMORY_FUNCTIONS(__tsan_)
MEMORY_FUNCTIONS(cuda_on_cpu_)

#define SPLITTING_FUNCTIONS(T, suffix)                                       \
  T cuda_on_cpu_frexp##suffix(T value, int* exponent) {                      \
    return frexp##suffix(value, to_write(exponent, CALLER));                 \
  }                                                                          \
  T cuda_on_cpu_modf##suffix(T value, T* whole) {                            \
    return modf##suffix(value, to_write(whole, CALLER));                     \
  }                                                                          \
  T cuda_on_cpu_remquo##suffix(T value, T by, int* quotient) {               \
    return remquo##suffix(value, by, to_write(quotient, CALLER));            \
  }                                                                          \
  void cuda_on_cpu_sincos##suffix(T value, T* sine, T* cosine) {             \
    sincos##suffix(value, to_write(sine, CALLER), to_write(cosine, CALLER)); \
  }
SPLITTING_FUNCTIONS(double, )
SPLITTING_FUNCTIONS(float, f)
SPLITTING_FUNCTIONS(long double, l)

double cuda_on_cpu_nan(const char* tag) {
  check_text(tag, -1, CALLER);
  return nan(tag);
}
float cuda_on_cpu_nanf(const char* tag) {
  check_text(tag, -1, CALLER);
  return nanf(tag);
}

int cuda_on_cpu_puts(const char* text) {
  check_text(text, -1, CALLER);
  return puts(text);
}
int cuda_on_cpu_printf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = print(format, list, CALLER);
  va_end(list);
  return result;
}
int cuda_on_cpu_printf_chk(int, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = print(format, list, CALLER);
  va_end(list);
  return result;
}

}  // extern "C"
