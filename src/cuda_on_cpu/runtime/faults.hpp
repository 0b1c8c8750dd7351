// Faults, such as accesses to an invalid address. In a kernel, a fault becomes an error of the
// device. In host code, a fault usually ends the process.
#pragma once
#include <csignal>

namespace cuda_on_cpu {

// Called once per process, before main.
void catch_faults();
// The signals that mean a fault. Threads that run kernels must not block these signals.
constexpr int kFaultSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

// Makes a stack for the signal handler, for the operating system thread that calls this.
void prepare_thread_for_faults();

}  // namespace cuda_on_cpu
