// Lists what an object of device code may contain and refer to; everything else belongs to the
// host. Also lists what an object of host code may refer to.
#pragma once
#include <string>

namespace cuda_on_cpu::object {

bool is_allowed_section(const std::string& name);
// Whether the object may refer to this name, which another object or a library has to define.
bool is_allowed_reference(const std::string& name, bool diagnose);
// Whether optimizers call this function in place of loops and of other calls. In an object that was
// not optimized, the program itself calls the function, and a GPU does not have it.
bool is_made_by_optimizer(const std::string& name);
// For functions of namespace std that the compiler has put into the object.
bool is_of_std(const std::string& name);
bool is_allowed_of_std(const std::string& name);

// Whether host code may call this function of the C and C++ libraries, of CUDA or of the compiler's
// library: none of them is for files, processes, threads, signals or the network.
bool is_allowed_on_host(const std::string& name);

}  // namespace cuda_on_cpu::object
