// Lists what an object of device code may contain and refer to; everything else belongs to the
// host. Also lists what an object of host code may refer to.
#pragma once
#include <string>

namespace cuda_on_cpu::object {

bool is_allowed_section(const std::string& name);
// A name that another object or a library has to define.
bool is_allowed_reference(const std::string& name, bool diagnose);
// Functions that an optimizer calls in place of loops and of other calls. In an object that was not
// optimized, the program itself calls them, and no GPU has them.
bool is_made_by_optimizer(const std::string& name);
// Functions of namespace std that the compiler has put into the object.
bool is_of_std(const std::string& name);
bool is_allowed_of_std(const std::string& name);

// The functions of the C and C++ libraries, of CUDA and of the compiler's library that host code
// may call: none for files, processes, threads, signals or the network.
bool is_allowed_on_host(const std::string& name);

}  // namespace cuda_on_cpu::object
