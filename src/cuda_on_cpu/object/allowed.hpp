// Lists what an object file of device code may contain and refer to. Everything else belongs to the
// host. Also lists what an object file of host code may refer to.
#pragma once
#include <string>

namespace cuda_on_cpu::object {

bool is_allowed_section(const std::string& name);
// Whether the object may refer to this name, which another object or a library has to define.
bool is_allowed_reference(const std::string& name, bool diagnose);
// Whether optimizers replace loops or other calls by a call of this function. A GPU does not have
// the function. So, in an object that was not optimized, such a call is a mistake in the program.
bool is_made_by_optimizer(const std::string& name);
// Whether this mangled name belongs to the C++ library (namespace std or __gnu_cxx).
bool is_of_std(const std::string& name);
// Whether device code may use this function of namespace std.
bool is_allowed_of_std(const std::string& name);

// Whether host code may use this name of the C library, the C++ library, CUDA or the compiler's
// library. Functions for files, processes, threads, signals or the network are not allowed.
bool is_allowed_on_host(const std::string& name);

}  // namespace cuda_on_cpu::object
