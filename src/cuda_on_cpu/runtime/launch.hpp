// One launch of a kernel: the data that the threads need to run it.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/include/cuda_on_cpu/launch.h"
#include "cuda_on_cpu/runtime/arguments.hpp"
#include "cuda_on_cpu/runtime/device.hpp"
#include "cuda_on_cpu/runtime/report.hpp"
#include "cuda_on_cpu/runtime/schedule.hpp"

namespace cuda_on_cpu {

struct Launch {
  const cuda_on_cpu_kernel* kernel;
  const void* body;  // the kernel's closure, on the stack of the host thread that launches
  size_t body_bytes;
  const char* site;
  cudaStream_t stream;
  uint32_t number;
  Device* device;
  uint32_t peers;  // Device::peers when the launch began
  dim3 grid;
  dim3 block;
  uint64_t blocks;
  uint32_t threads_per_block;
  size_t dynamic_shared;
  BlockOrder order;
  PointerArguments arguments;
  bool is_cooperative;  // made by cudaLaunchCooperativeKernel
  std::atomic<uint64_t> next_turn{0};
  std::atomic<bool> stopped{false};
  int helpers = 0;  // number of helpers that run its blocks; protected by the pool's mutex
};

// Whether the launches that this thread makes now are cooperative.
extern thread_local bool launches_cooperatively;

// Runs the blocks of a launch on the calling thread, and also on helpers if that may be faster.
void run_on_all_workers(Launch& launch);
// Lets the calling thread run blocks until no block of the launch is left.
void run_alone(Launch& launch);

}  // namespace cuda_on_cpu
