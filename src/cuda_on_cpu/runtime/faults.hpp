// Memory faults: in a kernel they become an error of the device, in host code they end the process.
#pragma once

namespace cuda_on_cpu {

// Once for the process, before main.
void catch_faults();
// Gives the calling operating system thread a stack for the signal handler.
void prepare_thread_for_faults();

}  // namespace cuda_on_cpu
