// Turns a C++ exception that leaves a kernel into an error of the device.
#pragma once

namespace cuda_on_cpu {

// Called once per process, before main.
void explain_exceptions();

}  // namespace cuda_on_cpu
