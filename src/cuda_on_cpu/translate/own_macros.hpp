// Finds what the macros of a file change in the system headers that the file includes. g++ marks
// such places in the preprocessed text, and device_file.hpp checks them. clang++ does not mark
// them. So with clang++, the file is preprocessed a second time without its macros, and the two
// texts are compared.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

// The directives of a file, without the definitions of those macros that could put code into a
// header.
std::string without_macros(const std::string& written);

// The lines of those #include directives that take other text from system headers if these macros
// are left out.
std::vector<size_t> changed_inclusions(const Source& with_macros, const Source& without);

}  // namespace cuda_on_cpu::translate
