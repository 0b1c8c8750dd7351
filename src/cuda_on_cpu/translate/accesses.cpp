// Inserts calls into assembly code; the calls report the accesses to memory. See accesses.hpp.
#include "cuda_on_cpu/translate/accesses.hpp"

#include <set>
#include <sstream>
#include <vector>

#include "cuda_on_cpu/text/names.hpp"
#include "cuda_on_cpu/translate/assembly.hpp"
#include "cuda_on_cpu/translate/halves.hpp"

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
  explicit Rewriter(const std::string& assembly)
      : whole_results_(functions_with_whole_results(assembly)),
        has_signed_bytes_(contains(assembly, "\tmovsb")),
        halves_(whole_results_) {}

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
    announce_conversion(instruction);
    halves_.follow(instruction);
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
      // Accesses to threadIdx, blockIdx and the other built-in variables are not reported.
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

  // Adds a call that reports an integer that becomes a float or loses its upper bits.
  void announce_conversion(const Instruction& instruction) {
    const std::string& name = instruction.name;
    const std::vector<std::string>& operands = instruction.operands;
    if (name == "cwtl") return announce_sign("%ax", 16);
    if (operands.size() < 2 || operands[0][0] == '$') return;
    const std::string& from = operands[0];
    if (contains(name, "cvtsi2ss") && !contains(from, ":")) {
      const bool is_long = is_register(from) ? bytes_of_register(from) == 8 : name.back() == 'q';
      return tell_number((is_long ? "movq " : "movslq ") + own_address(from) + ", %rdi", "rounds");
    }
    const bool is_put = (name == "movw" || name == "movb") && is_register(from);
    if (is_put && !is_register(operands[1]) && !halves_.is_half(from))
      return tell_put(from, operands[1], name == "movw" ? "narrows" : "narrows_to_byte");
    const bool is_sum = name == "addw" && is_register(from) && !halves_.is_half(from);
    if (is_sum && !is_register(operands[1]) && is_fixed_place(parse_memory(operands[1])))
      return tell_put(from, operands[1], "adds_to_half");
    if (reads_half(instruction)) return announce_half(instruction);
    if (reads_sign(instruction)) return announce_sign(from, name[4] == 'w' ? 16 : 8);
    const bool is_cast = starts_with(name, "movzw") && is_register(from) && !halves_.is_half(from);
    if (is_cast) tell_number(value_of(from) + "\n\txorl %esi, %esi", "narrows");
  }

  // Adds a call that reports a read of 8 or 16 bits. Only a later instruction, which widens the
  // register, shows whether these bits are a signed number.
  void announce_half(const Instruction& instruction) {
    const std::string& from = instruction.operands[0];
    const bool is_byte = contains(instruction.name.substr(3), "b");
    if ((is_byte && !has_signed_bytes_) || contains(from, ":")) return;
    tell_number("leaq " + own_address(from) + ", %rdi\n\tmovl $" +
                    std::to_string(halves_.next_place() * 2 + is_byte) + ", %esi",
                "reads_half");
    if (reads_sign(instruction)) tell_sign(halves_.next_place());
  }

  void announce_sign(const std::string& from, int bits) {
    if (!halves_.is_half(from))
      tell_number(value_of(from) + "\n\tmovl $" + std::to_string(bits) + ", %esi", "cuts");
    else if (halves_.place_of(from) != Halves::kNoPlace)
      tell_sign(halves_.place_of(from));
  }

  void tell_sign(int place) {
    tell_number("movl $" + std::to_string(place) + ", %edi", "reads_sign");
  }

  // The instructions that copy the 32-bit number in this register to %rdi.
  static std::string value_of(const std::string& half) {
    return "pushq " + whole_register(half) + "\n\tpopq %rdi\n\tmovslq %edi, %rdi";
  }

  static std::string whole_register(const std::string& half) {
    const std::string family = register_family(half);
    return (family[0] == 'r' ? "%" : "%r") + family;
  }

  void tell_put(const std::string& from, const std::string& to, const std::string& what) {
    const bool in_thread = contains(to, ":");
    tell_number("pushq " + whole_register(from) + "\n\tleaq " +
                    (in_thread ? "0" : own_address(to, kSaved + 8)) +
                    ", %rsi\n\tpopq %rdi\n\tmovslq %edi, %rdi",
                what);
  }

  // Before an added call, registers are pushed, which changes %rsp. Returns the operand as it must
  // be written after these pushes.
  static std::string own_address(const std::string& operand, int saved = kSaved) {
    if (is_register(operand) || parse_memory(operand).base != "%rsp") return operand;
    return std::to_string(saved) + '+' + (operand[0] == '(' ? "0" : "") + operand;
  }

  void tell(const std::string& operand, const Memory& memory, int bytes, bool writes) {
    const std::string address =
        own_address(memory.in_thread ? operand.substr(operand.find(':') + 1) : operand);
    std::string lines = "leaq " + address + ", %rdi";
    if (memory.in_thread) lines += "\n\taddq %fs:0, %rdi";
    tell_address(lines, "movl $" + std::to_string(bytes) + ", %esi", writes);
  }

  // Adds a call. `take` holds the instructions that put the call's arguments into %rdi and %rsi.
  void tell_number(const std::string& take, const std::string& what) {
    out_ += "\tpushq %rdi\n\tpushq %rsi\n\tpushfq\n\t" + take + "\n\tcall cuda_on_cpu_" + what +
            "@PLT\n\tpopfq\n\tpopq %rsi\n\tpopq %rdi\n";
  }

  static constexpr int kSaved = 24;

  void tell_address(const std::string& address, const std::string& bytes, bool writes) {
    out_ += "\tpushq %rdi\n\tpushq %rsi\n\tpushfq\n";
    if (!address.empty()) out_ += '\t' + address + '\n';
    out_ += '\t' + bytes + "\n\tcall cuda_on_cpu_" + (writes ? "writes" : "reads") + "@PLT\n";
    out_ += "\tpopfq\n\tpopq %rsi\n\tpopq %rdi\n";
  }

  std::string out_;
  const std::set<std::string> whole_results_;
  const bool has_signed_bytes_;
  Halves halves_;
  // The register into which the previous instruction loaded the offset of a thread-local variable.
  std::string table_register_;
};

}  // namespace

std::string with_all_accesses(const std::string& assembly) {
  return Rewriter(assembly).run(assembly);
}

}  // namespace cuda_on_cpu::translate
