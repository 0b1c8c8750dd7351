// Finds the end of a statement. See statements.hpp.
#include "cuda_on_cpu/translate/statements.hpp"

namespace cuda_on_cpu::translate {

size_t statement_end(const Source& source, size_t i) {
  if (i >= source.size()) return kNone;
  if (source.is(i, "{")) return source.partner(i);
  if (source.any_of(i, {"for", "while", "switch"})) {
    const size_t close = source.partner(i + 1);
    return close == kNone ? kNone : statement_end(source, close + 1);
  }
  if (source.is(i, "if")) {
    const size_t open = source.is(i + 1, "constexpr") ? i + 2 : i + 1;
    const size_t close = source.partner(open);
    const size_t end = close == kNone ? kNone : statement_end(source, close + 1);
    return end != kNone && source.is(end + 1, "else") ? statement_end(source, end + 2) : end;
  }
  if (source.is(i, "do")) {
    const size_t end = statement_end(source, i + 1);
    if (end == kNone || !source.is(end + 1, "while")) return kNone;
    const size_t close = source.partner(end + 2);
    return close == kNone ? kNone : close + 1;
  }
  for (; i < source.size(); i++) {
    if (source.is(i, ";")) return i;
    if (source.is(i, "}")) return kNone;
    if (source.any_of(i, {"(", "[", "{"})) i = source.partner(i);
    if (i == kNone) return kNone;
  }
  return kNone;
}

}  // namespace cuda_on_cpu::translate
