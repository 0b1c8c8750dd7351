// Inspects the object file that the compiler has made from device code. The translator has already
// checked the program's text. This second check does not read the text, so no text can deceive it.
#pragma once
#include <string>
#include <vector>

#include "cuda_on_cpu/object/elf_object.hpp"

namespace cuda_on_cpu::object {

// Something that is not allowed in device code.
struct Intruder {
  std::string what;     // a sentence for the author of the program
  std::string section;  // the section that uses it, for addr2line; empty: not known
  uint64_t offset = 0;
};

// A symbol's name as the program spells it, without parameters: "std::min".
std::string plain_name(const std::string& symbol);

// With `only_references`, sections are not checked.
std::vector<Intruder> find_intruders(const ElfObject& object, bool diagnose, bool only_references);

// The mangled names of the kernels that other objects may launch. Kernels in a namespace are left
// out, because such a kernel could replace a function of the library.
std::vector<std::string> kernels(const ElfObject& object);

}  // namespace cuda_on_cpu::object
