// Inspects the object file of a program's host code. Host code may compute, print and use CUDA.
// Everything else is reported: for example, the use of files or processes, assembly, or code that
// runs before main.
#pragma once
#include <string>
#include <unordered_set>
#include <vector>

#include "cuda_on_cpu/object/device_object.hpp"
#include "cuda_on_cpu/object/elf_object.hpp"

namespace cuda_on_cpu::object {

// `own`: names that other files of the program define for this object.
std::vector<Intruder> find_system_use(const ElfObject& object,
                                      const std::unordered_set<std::string>& own);

// Finds the instructions that call the operating system. `disassembly` is the output of
// `objdump -d --no-show-raw-insn`.
std::vector<Intruder> find_system_calls(const std::string& disassembly);

}  // namespace cuda_on_cpu::object
