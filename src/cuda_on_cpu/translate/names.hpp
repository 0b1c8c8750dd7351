// Names that the translator knows: functions of the C and C++ libraries that only the host has,
// functions of CUDA that only the device has, and words and headers that a submission may use.
#pragma once
#include <string>

namespace cuda_on_cpu::translate {

// Whether device code cannot use this name, because it is a function of the C library or of the
// operating system.
bool is_host_library_function(const std::string& name);
// Whether device code cannot use this name of namespace std, because only the host has it.
bool is_host_only_in_std(const std::string& name);
// What to use in place of this name; empty if nothing is known.
std::string instead_of(const std::string& name);
// Whether this is a function such as __syncthreads or atomicAdd, which does not exist in host code.
bool is_device_library_function(const std::string& name);

// Whether a submission may use this built-in function of the compiler (__builtin_...).
bool is_allowed_builtin(const std::string& name);
bool is_allowed_attribute(const std::string& name);
bool is_allowed_pragma(const std::string& word);
// Whether this is a standard header, or one of CUDA.
bool is_standard_header(const std::string& name);

}  // namespace cuda_on_cpu::translate
