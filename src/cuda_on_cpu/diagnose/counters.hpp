// The counters of a whole run, and the file that CUCC_COUNTERS names.
#pragma once
#include "cuda_on_cpu/diagnose/state.hpp"

namespace cuda_on_cpu::diagnose {

void count_launch(const Launch& launch);
void count_thread(const ThreadState& thread);
// Called at the end of the process.
void write_counters();

}  // namespace cuda_on_cpu::diagnose
