// Follows registers through a function. See halves.hpp.
#include "cuda_on_cpu/translate/halves.hpp"

#include <sstream>

#include "cuda_on_cpu/text/names.hpp"

namespace cuda_on_cpu::translate {
namespace {

using handshake::starts_with;

bool is_memory(const std::string& operand) {
  return operand[0] != '$' && !is_register(operand);
}

// Whether the instruction widens a number: movzwl, movsbq and so on. The second letter from the end
// shows the size that is read.
bool widens(const std::string& name) {
  return name.size() == 6 && (starts_with(name, "movz") || starts_with(name, "movs")) &&
         (name[4] == 'w' || name[4] == 'b');
}

bool is_plain_move(const std::string& name) {
  return name == "movb" || name == "movw" || name == "movl" || name == "movq";
}

}  // namespace

bool reads_half(const Instruction& instruction) {
  const std::vector<std::string>& operands = instruction.operands;
  if (operands.size() != 2 || !is_memory(operands[0]) || !is_register(operands[1])) return false;
  return widens(instruction.name) || instruction.name == "movw" || instruction.name == "movb";
}

bool reads_sign(const Instruction& instruction) {
  if (instruction.name == "cwtl") return true;
  return widens(instruction.name) && instruction.name[3] == 's' && instruction.operands.size() == 2;
}

int Halves::place_of(const std::string& name) const {
  const auto found = of_.find(register_family(name));
  return found == of_.end() ? kNoPlace : found->second;
}

void Halves::copy(const std::string& from, const std::string& to) {
  if (is_half(from))
    set(register_family(to), place_of(from));
  else if (bytes_of_register(to) <= 2)
    set(register_family(to), kNoPlace);
  else
    of_.erase(register_family(to));
}

// Sign extension has filled all bits of the register `to`. If `to` has 16 bits, it is still a half.
void Halves::widen(const std::string& to) {
  if (bytes_of_register(to) > 2)
    of_.erase(register_family(to));
  else
    set(register_family(to), kNoPlace);
}

// A sum of halves is a half, because g++ adds two shorts without widening them first.
void Halves::compute(const Instruction& instruction, const std::string& to) {
  static const handshake::Names keeps = handshake::words("add sub imul and or xor neg not sal shl");
  const std::string& name = instruction.name;
  const std::string& from = instruction.operands[0];
  if (starts_with(name, "cmp") || starts_with(name, "test") || starts_with(name, "push")) return;
  bool is_part = bytes_of_register(to) <= 2;
  const bool is_zero = instruction.operands.size() == 2 && from == to;
  if (keeps.count(name.substr(0, name.size() - 1)) != 0 && !is_zero)
    is_part |= is_half(to) || (is_register(from) && is_half(from));
  if (starts_with(name, "lea")) {
    const Memory memory = parse_memory(from);
    is_part |= !memory.base.empty() && is_half(memory.base);
    is_part |= memory.is_indexed() && is_half(memory.index);
  }
  if (is_part)
    set(register_family(to), kNoPlace);
  else
    of_.erase(register_family(to));
}

void Halves::follow(const Instruction& instruction) {
  const std::string& name = instruction.name;
  const std::vector<std::string>& operands = instruction.operands;
  if (name == "cwtl") of_.erase("ax");
  if (starts_with(name, "call")) {
    if (!operands.empty() && whole_.count(operands[0]) != 0)
      of_.erase("ax");
    else
      set("ax", kNoPlace);
    return;
  }
  if (operands.empty() || !is_register(operands.back())) return;
  const std::string& to = operands.back();
  if (reads_sign(instruction)) {
    places_ += reads_half(instruction) ? 1 : 0;
    widen(to);
  } else if (reads_half(instruction)) {
    set(register_family(to), next_place());
    places_++;
  } else if (operands.size() == 2 && is_register(operands[0]) &&
             (is_plain_move(name) || widens(name))) {
    copy(operands[0], to);
  } else {
    compute(instruction, to);
  }
}

std::set<std::string> functions_with_whole_results(const std::string& assembly) {
  const std::set<std::string> none;
  std::set<std::string> found;
  std::string function;
  Halves halves(none);
  std::istringstream lines(assembly);
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(':');
    if (line[0] == '_' && colon != std::string::npos) {
      function = line.substr(0, colon);
      halves.begin_function();
    }
    const Instruction instruction = parse_instruction(line);
    if (instruction.name.empty()) continue;
    if (starts_with(instruction.name, "ret") && !halves.is_half("%rax")) found.insert(function);
    halves.follow(instruction);
  }
  return found;
}

}  // namespace cuda_on_cpu::translate
