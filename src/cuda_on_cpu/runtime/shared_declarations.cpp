// Finds the variables in shared memory. See shared_declarations.hpp.
#include "cuda_on_cpu/runtime/shared_declarations.hpp"

#include "cuda_on_cpu/launch.h"

// If the program has variables in shared memory, the linker defines these two symbols: the
// beginning and the end of a list of the variables. A variable may be in the list several times.
extern "C" {
extern cuda_on_cpu_shared_variable* __start_cuda_on_cpu_shared_variables[] __attribute__((weak));
extern cuda_on_cpu_shared_variable* __stop_cuda_on_cpu_shared_variables[] __attribute__((weak));
}

namespace cuda_on_cpu {

void list_shared_variables() {
  if (__start_cuda_on_cpu_shared_variables == nullptr) return;
  for (auto** entry = __start_cuda_on_cpu_shared_variables;
       entry < __stop_cuda_on_cpu_shared_variables; entry++) {
    cuda_on_cpu_shared_variable* variable = *entry;
    if (variable->list == nullptr) continue;
    cuda_on_cpu_shared_variable** last = variable->list;
    while (*last != nullptr) last = &(*last)->next;
    *last = variable;
    variable->list = nullptr;
  }
}

}  // namespace cuda_on_cpu
