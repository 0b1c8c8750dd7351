// Puts every variable in shared memory into the list of the kernel that declares it.
#pragma once

namespace cuda_on_cpu {

void list_shared_variables();

}  // namespace cuda_on_cpu
