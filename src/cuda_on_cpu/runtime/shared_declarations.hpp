// Finds, for each kernel, the variables in shared memory that it declares.
#pragma once

namespace cuda_on_cpu {

// Puts every variable in shared memory into the list of the kernel that declares it.
void list_shared_variables();

}  // namespace cuda_on_cpu
