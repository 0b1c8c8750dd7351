// Finds the halves: registers in which only the lowest 8 or 16 bits count, because only these bits
// were read, or because a function returned a number of this size. The other bits of a half mean
// nothing.
#pragma once
#include <map>
#include <set>
#include <string>

#include "cuda_on_cpu/translate/assembly.hpp"

namespace cuda_on_cpu::translate {

class Halves {
 public:
  // A place in memory from which 8 or 16 bits were read gets a number. The calls that
  // accesses.cpp adds use this number when a later instruction shows that the bits are signed.
  static constexpr int kPlaces = 64;
  static constexpr int kNoPlace = -1;

  // `whole`: functions of the assembly text whose results fill all bits of their registers.
  explicit Halves(const std::set<std::string>& whole) : whole_(whole) {}

  bool is_half(const std::string& name) const { return of_.count(register_family(name)) != 0; }
  int place_of(const std::string& name) const;
  // The number of the place from which the next instruction reads 8 or 16 bits.
  int next_place() const { return places_ % kPlaces; }
  void follow(const Instruction& instruction);
  void begin_function() { of_.clear(); }

 private:
  void set(const std::string& family, int place) { of_[family] = place; }
  void copy(const std::string& from, const std::string& to);
  void widen(const std::string& to);
  void compute(const Instruction& instruction, const std::string& to);

  const std::set<std::string>& whole_;
  std::map<std::string, int> of_;  // [family of registers] number of the place, or kNoPlace
  int places_ = 0;
};

// Whether an instruction reads 8 or 16 bits of memory into a register.
bool reads_half(const Instruction& instruction);
// Whether an instruction reads 8 or 16 bits, from memory or from a register, as a signed number.
bool reads_sign(const Instruction& instruction);

// The functions in `assembly` that are known to fill the whole register of their result.
std::set<std::string> functions_with_whole_results(const std::string& assembly);

}  // namespace cuda_on_cpu::translate
