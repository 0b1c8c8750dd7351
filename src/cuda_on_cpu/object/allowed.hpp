// What the object of device code may hold and refer to: everything else is the host's. And what that of
// host code may refer to.
#pragma once
#include <string>

namespace cuda_on_cpu::object {

bool is_allowed_section(const std::string& name);
// A name that another object or a library has to define.
bool is_allowed_reference(const std::string& name, bool diagnose);
// What an optimizer makes of loops and of calls: in an object that was not optimized the program itself
// asks for it, and no GPU has it.
bool is_made_by_optimizer(const std::string& name);
// Functions of namespace std that the compiler has put into the object.
bool is_of_std(const std::string& name);
bool is_allowed_of_std(const std::string& name);

// What host code may ask of the C and C++ libraries, of CUDA and of the compiler: nothing of files,
// processes, threads, signals or the network.
bool is_allowed_on_host(const std::string& name);

}  // namespace cuda_on_cpu::object
