// Finds where the statements of a function end.
#pragma once
#include <cstddef>

#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

// The last token of the statement that begins at i, or kNone if the text is broken.
size_t statement_end(const Source& source, size_t i);

}  // namespace cuda_on_cpu::translate
