// Collects changes to a text, and applies them at the end, so that all positions are positions in
// the original text. The changes must keep the number of lines, because the line numbers in the
// compiler's messages depend on it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace cuda_on_cpu::translate {

class Edits {
 public:
  void insert(size_t position, std::string text) { replace(position, 0, std::move(text)); }
  void replace(size_t position, size_t length, std::string text) {
    edits_.push_back({position, length, std::move(text)});
  }
  std::string apply_to(const std::string& text) const;

 private:
  struct Edit {
    size_t position;
    size_t length;
    std::string text;
  };
  std::vector<Edit> edits_;
};

}  // namespace cuda_on_cpu::translate
