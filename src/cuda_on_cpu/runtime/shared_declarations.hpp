// Finds, for each kernel, the variables in shared memory that it declares.
#pragma once

namespace cuda_on_cpu {

// Puts all variables of the program into the lists of their kernels.
void list_shared_variables();

}  // namespace cuda_on_cpu
