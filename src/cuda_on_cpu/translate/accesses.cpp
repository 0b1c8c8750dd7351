// Announces accesses in assembly. See accesses.hpp.
#include "cuda_on_cpu/translate/accesses.hpp"

#include <set>
#include <sstream>
#include <vector>

#include "cuda_on_cpu/translate/assembly.hpp"
#include "text/names.hpp"

namespace cuda_on_cpu::translate {
namespace {

using handshake::Names;
using handshake::starts_with;
using handshake::words;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Rewriter {
 public:
  std::string run(const std::string& assembly) {
    std::istringstream lines(assembly);
    std::string line;
    while (std::getline(lines, line)) {
      const Instruction instruction = parse_instruction(line);
      if (!instruction.name.empty()) announce(instruction);
      out_ += line + '\n';
    }
    return std::move(out_);
  }

 private:
  void announce(const Instruction& instruction) {
    const std::string table_register = std::move(table_register_);
    table_register_.clear();
    const std::string& name = instruction.name;
    const std::vector<std::string>& operands = instruction.operands;
    if (is_string(instruction)) return announce_string(instruction);
    announce_conversion(name, operands);
    follow_halves(name, operands);
    if (starts_with(name, "lea") || starts_with(name, "nop") || starts_with(name, "prefetch"))
      return;
    const bool jumps = name[0] == 'j' || starts_with(name, "call") || starts_with(name, "loop");
    for (size_t i = 0; i < operands.size(); i++) {
      std::string operand = operands[i];
      if (operand[0] == '*') {
        operand = operand.substr(1);
      } else if (jumps) {
        continue;
      }
      if (operand[0] == '$' || is_register(operand)) continue;
      const Memory memory = parse_memory(operand);
      const std::string& other = operands[i == 0 ? operands.size() - 1 : i - 1];
      const bool has_other = operands.size() > 1 && is_register(other);
      if (contains(memory.offset, "@gottpoff") || contains(memory.offset, "@GOTTPOFF"))
        table_register_ = operands.back();
      if (is_fixed_place(memory)) continue;
      // threadIdx and its companions.
      if (memory.in_thread && memory.base == table_register && !memory.is_indexed()) continue;
      const bool writes = i + 1 == operands.size() && !only_reads(name);
      tell(operand, memory, bytes_of(name, has_other ? other : ""), writes);
    }
  }

  static bool is_string(const Instruction& instruction) {
    static const Names names = words("movs stos lods scas cmps");
    const std::string& name = instruction.name;
    if (name.size() != 5 || names.count(name.substr(0, 4)) == 0) return false;
    for (const std::string& operand : instruction.operands)
      if (starts_with(operand, "%xmm")) return false;
    return bytes_of_suffix(name.back()) != 0;
  }

  void announce_string(const Instruction& instruction) {
    const std::string& name = instruction.name;
    const std::string step = std::to_string(bytes_of_suffix(name.back()));
    const std::string bytes =
        instruction.repeats ? "leaq 0(,%rcx," + step + "), %rsi" : "movl $" + step + ", %esi";
    if (!starts_with(name, "stos") && !starts_with(name, "scas"))
      tell_address("leaq (%rsi), %rdi", bytes, false);
    if (!starts_with(name, "lods"))
      tell_address("", bytes, starts_with(name, "movs") || starts_with(name, "stos"));
  }

  // An integer that becomes a float, or is stored in 16 bits.
  void announce_conversion(const std::string& name, const std::vector<std::string>& operands) {
    if (operands.size() < 2 || operands[0][0] == '$') return;
    const std::string& from = operands[0];
    const bool becomes_float = contains(name, "cvtsi2ss");
    const bool is_long = is_register(from) ? bytes_of_register(from) == 8 : name.back() == 'q';
    if (becomes_float && !contains(from, ":"))
      return tell_number((is_long ? "movq " : "movslq ") + own_address(from), "rounds");
    const bool is_put = name == "movw" && is_register(from) && !is_register(operands[1]);
    if (is_put && half_known_.count(register_family(from)) == 0)
      tell_number("movslq " + whole_register(from), "narrows");
  }

  // Registers of which only 16 bits matter: only these were read, or they are a result.
  void follow_halves(const std::string& name, const std::vector<std::string>& operands) {
    if (starts_with(name, "call")) half_known_.insert("ax");
    if (operands.empty() || !is_register(operands.back()) || starts_with(name, "call")) return;
    const std::string family = register_family(operands.back());
    if (bytes_of_register(operands.back()) > 2)
      half_known_.erase(family);
    else
      half_known_.insert(family);
  }

  static std::string whole_register(const std::string& half) {
    if (half.back() == 'w') return half.substr(0, half.size() - 1) + 'd';
    return "%e" + half.substr(1);
  }

  // The registers that are saved below move the stack.
  static std::string own_address(const std::string& operand) {
    if (is_register(operand) || parse_memory(operand).base != "%rsp") return operand;
    return std::to_string(kSaved) + '+' + (operand[0] == '(' ? "0" : "") + operand;
  }

  void tell(const std::string& operand, const Memory& memory, int bytes, bool writes) {
    const std::string address =
        own_address(memory.in_thread ? operand.substr(operand.find(':') + 1) : operand);
    std::string lines = "leaq " + address + ", %rdi";
    if (memory.in_thread) lines += "\n\taddq %fs:0, %rdi";
    tell_address(lines, "movl $" + std::to_string(bytes) + ", %esi", writes);
  }

  void tell_number(const std::string& take, const std::string& what) {
    out_ += "\tpushq %rdi\n\tpushq %rsi\n\tpushfq\n\t" + take + ", %rdi\n\tcall cuda_on_cpu_" +
            what + "@PLT\n\tpopfq\n\tpopq %rsi\n\tpopq %rdi\n";
  }

  static constexpr int kSaved = 24;

  void tell_address(const std::string& address, const std::string& bytes, bool writes) {
    out_ += "\tpushq %rdi\n\tpushq %rsi\n\tpushfq\n";
    if (!address.empty()) out_ += '\t' + address + '\n';
    out_ += '\t' + bytes + "\n\tcall cuda_on_cpu_" + (writes ? "writes" : "reads") + "@PLT\n";
    out_ += "\tpopfq\n\tpopq %rsi\n\tpopq %rdi\n";
  }

  std::string out_;
  std::set<std::string> half_known_;  // families of registers
  std::string table_register_;        // the previous instruction has read a thread's offset into it
};

}  // namespace

std::string with_all_accesses(const std::string& assembly) {
  return Rewriter().run(assembly);
}

}  // namespace cuda_on_cpu::translate
