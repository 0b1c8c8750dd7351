// Names that the translator knows: of the C and C++ libraries' functions for the host alone, of
// CUDA's functions for the device alone, and of what is offered to neither side.
#pragma once
#include <string>

namespace cuda_on_cpu::translate {

// A function of the C library or of the operating system that device code has no version of.
bool is_host_library_function(const std::string& name);
// A name in namespace std whose every use in device code calls a function of the host.
bool is_host_only_in_std(const std::string& name);
// What to use in its place; empty where nothing comes to mind.
std::string instead_of(const std::string& name);
// A function such as __syncthreads or atomicAdd, which host code has no version of.
bool is_device_library_function(const std::string& name);

// What a submission may use of the compiler's own words.
bool is_allowed_builtin(const std::string& name);
bool is_allowed_attribute(const std::string& name);
bool is_allowed_pragma(const std::string& word);
// The standard headers, and those of CUDA.
bool is_standard_header(const std::string& name);

}  // namespace cuda_on_cpu::translate
