// What the object of device code may hold and refer to: everything else is the host's.
#pragma once
#include <string>

namespace cuda_on_cpu::object {

bool is_allowed_section(const std::string& name);
// A name that another object or a library has to define.
bool is_allowed_reference(const std::string& name, bool diagnose);
// Functions of namespace std that the compiler has put into the object.
bool is_of_std(const std::string& name);
bool is_allowed_of_std(const std::string& name);

}  // namespace cuda_on_cpu::object
