// Adds every __shared__ variable to the list of the kernel that declares it.
#pragma once

namespace cuda_on_cpu {

void list_shared_variables();

}  // namespace cuda_on_cpu
