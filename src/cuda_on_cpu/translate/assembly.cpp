// Reads assembly. See assembly.hpp.
#include "cuda_on_cpu/translate/assembly.hpp"

#include <cctype>
#include <cstdlib>

#include "cuda_on_cpu/text/names.hpp"

namespace cuda_on_cpu::translate {
namespace {

using handshake::Names;
using handshake::starts_with;
using handshake::words;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string> split_operands(const std::string& text) {
  std::vector<std::string> operands;
  std::string operand;
  int depth = 0;
  for (const char c : text) {
    depth += (c == '(') - (c == ')');
    if (c == ',' && depth == 0) {
      operands.push_back(trimmed(operand));
      operand.clear();
    } else {
      operand += c;
    }
  }
  if (!trimmed(operand).empty()) operands.push_back(trimmed(operand));
  return operands;
}

}  // namespace

Instruction parse_instruction(const std::string& line) {
  Instruction instruction;
  const bool is_one = line.size() > 1 && (line[0] == '\t' || line[0] == ' ') &&
                      std::isalpha(static_cast<unsigned char>(trimmed(line + " ")[0]));
  if (!is_one) return instruction;
  std::string rest = trimmed(line.substr(0, line.find('#')));
  static const Names prefixes = words("rep repe repz repne repnz lock notrack bnd data16 rex64");
  for (;;) {
    const size_t end = rest.find_first_of(" \t;");
    const std::string word = rest.substr(0, end);
    rest = end == std::string::npos ? "" : trimmed(rest.substr(end + 1));
    if (prefixes.count(word) == 0) {
      instruction.name = word;
      break;
    }
    instruction.repeats |= starts_with(word, "rep");
  }
  instruction.operands = split_operands(rest);
  return instruction;
}

bool is_register(const std::string& operand) {
  return operand[0] == '%' && !contains(operand, ":");
}

Memory parse_memory(std::string operand) {
  Memory memory;
  const size_t colon = operand.find(':');
  if (colon != std::string::npos) {
    memory.in_thread = true;
    operand = operand.substr(colon + 1);
  }
  const size_t open = operand.find('(');
  memory.offset = operand.substr(0, open);
  if (open == std::string::npos) return memory;
  const std::vector<std::string> parts =
      split_operands(operand.substr(open + 1, operand.rfind(')') - open - 1));
  if (!parts.empty()) memory.base = parts[0];
  if (parts.size() > 1) memory.index = parts[1];
  return memory;
}

bool is_fixed_place(const Memory& memory) {
  constexpr long kNear = 4096;
  if (memory.is_indexed()) return false;
  if (memory.base.empty()) return memory.in_thread;
  if (memory.base == "%rip")
    return starts_with(memory.offset, ".L") || contains(memory.offset, "@");
  const bool in_frame = memory.base == "%rbp" || memory.base == "%rsp";
  return in_frame && !memory.in_thread &&
         std::labs(std::strtol(memory.offset.c_str(), nullptr, 10)) < kNear;
}

int bytes_of_register(const std::string& name) {
  if (starts_with(name, "%xmm")) return 16;
  if (starts_with(name, "%ymm")) return 32;
  if (starts_with(name, "%zmm")) return 64;
  if (starts_with(name, "%e") || ends_with(name, "d")) return 4;
  if (starts_with(name, "%r")) return ends_with(name, "w") ? 2 : ends_with(name, "b") ? 1 : 8;
  return ends_with(name, "l") || ends_with(name, "h") ? 1 : 2;
}

int bytes_of_suffix(char suffix) {
  return suffix == 'b' ? 1 : suffix == 'w' ? 2 : suffix == 'l' ? 4 : suffix == 'q' ? 8 : 0;
}

namespace {

int bytes_of_x87(const std::string& name) {
  if (starts_with(name, "fi")) {
    return ends_with(name, "ll") || ends_with(name, "q") ? 8 : ends_with(name, "l") ? 4 : 2;
  }
  if (ends_with(name, "cw") || ends_with(name, "sw")) return 2;
  return ends_with(name, "t") ? 10 : ends_with(name, "l") ? 8 : 4;
}

// The size in bytes of a floating-point number or a vector: the size that the name of the
// instruction shows, otherwise the size of the whole register.
int bytes_of_vector(const std::string& name, const std::string& other) {
  if (starts_with(name, "cvt")) {
    const std::string from = name.substr(starts_with(name, "cvtt") ? 4 : 3);
    if (starts_with(from, "si2")) return ends_with(name, "q") ? 8 : 4;
    return starts_with(from, "ss") ? 4 : starts_with(from, "sd") ? 8 : bytes_of_register(other);
  }
  for (const char* eight : {"movq", "movlps", "movhps", "movlpd", "movhpd", "movddup"})
    if (name == eight) return 8;
  if (name == "movd" || ends_with(name, "ss")) return 4;
  return ends_with(name, "sd") ? 8 : bytes_of_register(other);
}

}  // namespace

int bytes_of(const std::string& name, const std::string& other) {
  if (name[0] == 'f') return bytes_of_x87(name);
  const bool is_vector =
      starts_with(other, "%xmm") || starts_with(other, "%ymm") || starts_with(other, "%zmm");
  if (is_vector) return bytes_of_vector(name, other);
  const bool widens = (starts_with(name, "movz") || starts_with(name, "movs")) && name.size() == 6;
  if (widens) return bytes_of_suffix(name[4]);
  if (starts_with(name, "cvt")) return bytes_of_vector(name, other);
  if (starts_with(name, "cmov")) return bytes_of_register(other);
  if (starts_with(name, "set")) return 1;
  if (name == "cmpxchg16b") return 16;
  if (name == "call" || name == "jmp") return 8;
  const int bytes = bytes_of_suffix(name.back());
  return bytes != 0 ? bytes : other.empty() ? 1 : bytes_of_register(other);
}

bool only_reads(const std::string& name) {
  if (name[0] == 'f')
    return !starts_with(name, "fst") && !starts_with(name, "fist") && !starts_with(name, "fn");
  for (const char* one : {"cmpxchg"})
    if (starts_with(name, one)) return false;
  for (const char* one : {"cmp", "test", "ucomi", "comi", "push", "call", "jmp", "div", "idiv",
                          "mul", "imul", "ldmxcsr"})
    if (starts_with(name, one)) return true;
  return name == "btl" || name == "btq";
}

std::string register_family(const std::string& name) {
  std::string family = name.substr(1);
  if (family.size() > 1 && family[0] == 'r' && std::isdigit(static_cast<unsigned char>(family[1])))
    return family.substr(0, family.find_last_of("0123456789") + 1);
  if (family.size() == 3 && (family[0] == 'r' || family[0] == 'e')) return family.substr(1);
  if (family.size() == 3) return family.substr(0, 2);  // %sil
  return family[1] == 'l' || family[1] == 'h' ? std::string{family[0], 'x'} : family;
}

}  // namespace cuda_on_cpu::translate
