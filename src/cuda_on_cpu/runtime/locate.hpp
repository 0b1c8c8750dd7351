// Finds the line of the source file for an address in the program's code, with addr2line.
#pragma once
#include <cstddef>
#include <unordered_map>

#include "cuda_on_cpu/runtime/report.hpp"

namespace cuda_on_cpu {

using KnownLines = std::unordered_map<const void*, SourceLine>;

// Fills lines[i] from places[i]. Starts addr2line at most once, and not at all if all lines are
// already in `known`. Stores in `known` what addr2line has found.
void locate(const Place* places, SourceLine* lines, size_t count, KnownLines* known = nullptr);

// Whether the file is a header of CUDA on the CPU, of the C library or of the C++ library. All
// other files count as written by the student.
bool is_library_file(const char* file);

// Whether the address is in the code of the program itself, and not in a shared library.
bool in_program_code(const void* address);
void program_code(const char** begin, size_t* bytes);
// Whether the address is in anything that was loaded from the program's file.
bool in_program_image(const void* address);
// The address as it is in the program's file.
size_t file_address(const void* address);

}  // namespace cuda_on_cpu
