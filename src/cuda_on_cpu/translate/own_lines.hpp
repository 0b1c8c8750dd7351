// Finds the tokens that the author of a program has written, so that variants.hpp may change them.
#pragma once
#include <utility>
#include <vector>

#include "cuda_on_cpu/translate/outline.hpp"
#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

using LineRanges = std::vector<std::pair<size_t, size_t>>;  // first and last line of each range

// Whether the token is in the main file, or in another .cu file that is included.
bool is_own(const Source& source, size_t token);
// Whether host code may be changed at this token: is_own is true and, if the token is in the main
// file, its line is one of `lines`.
bool is_varied(const Source& source, const LineRanges& lines, size_t token);
// Whether the host code that may be changed calls only CUDA, the author's own functions, and
// functions without a lasting effect. Then a change cannot make the program write or remove a file.
bool calls_only_known(const Source& source, const Outline& outline, const LineRanges& lines);

}  // namespace cuda_on_cpu::translate
