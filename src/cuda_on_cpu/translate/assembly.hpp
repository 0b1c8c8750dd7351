// One instruction of the compiler's assembly for x86-64, and what its operands mean.
#pragma once
#include <string>
#include <vector>

namespace cuda_on_cpu::translate {

struct Instruction {
  bool repeats = false;
  std::string name;  // empty for labels, directives and empty lines
  std::vector<std::string> operands;
};
Instruction parse_instruction(const std::string& line);

// A memory operand such as "%fs:8(%rbp,%rax,4)". A missing base or index is an empty text.
struct Memory {
  bool in_thread = false;  // relative to the thread-local variables
  std::string offset, base, index;
  bool is_indexed() const { return !index.empty(); }
};
Memory parse_memory(std::string operand);
// Whether the place is fixed: a place near %rbp or %rsp in the function's own frame, a constant of
// the compiler, a table of the linker, or a thread-local variable at a fixed offset.
bool is_fixed_place(const Memory& memory);

bool is_register(const std::string& operand);
// The common name of the parts of one register: "ax" for %rax, %eax, %ax and %al.
std::string register_family(const std::string& name);
int bytes_of_register(const std::string& name);
int bytes_of_suffix(char suffix);
// The size of the memory that the instruction `name` touches. `other`: its register operand, or
// empty.
int bytes_of(const std::string& name, const std::string& other);
bool only_reads(const std::string& name);

}  // namespace cuda_on_cpu::translate
