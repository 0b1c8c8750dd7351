// The pointers that a kernel gets: which of them the device may not use, and the kernel's names for
// the memory to which they point.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/runtime/text.hpp"

namespace cuda_on_cpu {

struct Allocation;

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
// An element of an array, with the kernel's name for the array: for example, matches[3] in an array
// of 6 elements.
struct Element {
  Name array;  // empty: the element is not known
  long long index = 0;
  long long elements = 0;  // from the pointer to the end of its allocation
  long long byte = 0;      // the offset of the address in the element
  bool known() const { return !array.empty(); }
};
// The element at the address. The address is in `allocation`, or `allocation` is the nearest
// allocation.
Element find_element(const PointerArguments& arguments, const Allocation& allocation,
                     const char* address);
// The element that is meant by an address near 0, if exactly one argument is a null pointer.
Element find_element_of_null(const PointerArguments& arguments, size_t address);

// A text such as "argument 2 of the kernel (matches)".
Name describe(const PointerArgument& argument);

// Appends "matches[3]", or "byte 2 of matches[3]".
template <size_t Size>
void add_element(Text<Size>* text, const Element& element) {
  if (element.byte != 0) text->add("byte %lld of ", element.byte);
  text->add("%s[%lld]", element.array.c_str(), element.index);
}

// Appends "matches[6], but matches has 6 elements: index 0 to 5".
template <size_t Size>
void add_element_outside(Text<Size>* text, const Element& element) {
  add_element(text, element);
  text->add(", but %s has %lld %s", element.array.c_str(), element.elements,
            element.elements == 1 ? "element: index 0" : "elements");
  if (element.elements > 1) text->add(": index 0 to %lld", element.elements - 1);
}

// Appends "matches[3], but matches is a null pointer".
template <size_t Size>
void add_element_of_null(Text<Size>* text, const Element& element) {
  add_element(text, element);
  text->add(", but %s is a null pointer", element.array.c_str());
}

}  // namespace cuda_on_cpu
