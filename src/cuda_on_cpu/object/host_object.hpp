// Inspects the object of a program's host code. Finds uses of anything except computation, printing
// and CUDA, such as files, processes, assembly or code that runs before main.
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

// Finds the instructions that call the system, in the output of `objdump -d --no-show-raw-insn`.
std::vector<Intruder> find_system_calls(const std::string& disassembly);

}  // namespace cuda_on_cpu::object
