// Removes the host code from a program, as nvcc does for its device pass: host functions lose their
// bodies, and host variables become declarations. All of them are marked, so that the compiler
// names every place in device code that uses one of them. messages.hpp reads what the compiler
// prints.
#pragma once
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/edits.hpp"
#include "cuda_on_cpu/translate/outline.hpp"
#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

// A mark has four fields, divided by kMarkDivider: this word, the kind (function, constexpr,
// constructor, variable or table), the name, and the place of the declaration.
inline const std::string kHostMark = "cuda_on_cpu_host";
constexpr char kMarkDivider = '|';

// The text without any marks. If no host code was taken out, it is the text of the whole program.
std::string without_marks(const std::string& text);

class HostCode {
 public:
  // `relaxed_constexpr`: constexpr functions get no mark.
  HostCode(const Source& source, const Outline& outline, Edits* edits, bool relaxed_constexpr)
      : source_(source),
        outline_(outline),
        edits_(edits),
        relaxed_constexpr_(relaxed_constexpr),
        removed_(source.size(), false) {}

  void remove();
  // Whether a token is in a part that was taken out. Nothing may be inserted into such a part.
  bool is_removed(size_t i) const { return removed_[i]; }

 private:
  void remove_library_objects();
  void remove_function(const DeclaredFunction& function);
  void remove_variable(const DeclaredVariable& variable);
  void remove_value(size_t name, size_t last);
  bool stays(const DeclaredVariable& variable) const;
  bool is_value(const DeclaredVariable& variable) const;
  bool has_word(size_t first, size_t last, std::initializer_list<const char*> words) const;
  void mark(size_t i, const char* what, const std::string& name, size_t declared);
  void drop_words(size_t first, size_t last, std::initializer_list<const char*> words);
  // Replaces the tokens by `text`; lines keep their numbers.
  void replace(size_t first, size_t last, const std::string& text);

  const Source& source_;
  const Outline& outline_;
  Edits* edits_;
  bool relaxed_constexpr_;
  std::vector<bool> removed_;
};

}  // namespace cuda_on_cpu::translate
