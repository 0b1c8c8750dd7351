// Applies collected changes to a text. See edits.hpp.
#include "cuda_on_cpu/translate/edits.hpp"

#include <algorithm>

namespace cuda_on_cpu::translate {

std::string Edits::apply_to(const std::string& text) const {
  std::vector<Edit> edits = edits_;
  // The sort is stable, so insertions at the same place keep their order.
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.position < b.position; });
  std::string result;
  result.reserve(text.size() + edits.size() * 64);
  size_t done = 0;
  for (const Edit& edit : edits) {
    // If a part was already replaced, another replacement inside of it is dropped, but an insertion
    // stays.
    if (edit.position < done) {
      if (edit.length == 0) result += edit.text;
      continue;
    }
    result.append(text, done, edit.position - done);
    result += edit.text;
    done = edit.position + edit.length;
  }
  result.append(text, done, std::string::npos);
  return result;
}

}  // namespace cuda_on_cpu::translate
