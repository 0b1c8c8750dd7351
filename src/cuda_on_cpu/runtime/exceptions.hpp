// C++ exceptions that leave a kernel become an error of the device.
#pragma once

namespace cuda_on_cpu {

// Once for the process, before main.
void explain_exceptions();

}  // namespace cuda_on_cpu
