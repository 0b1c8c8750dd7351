// Asks which GPUs there are. The name of a simulated GPU contains "CPU".
#include <cuda_runtime.h>

#include <string>

#include "extensions/louvain/has_gpu.hpp"
#include "gpu/device_error.hpp"

namespace handshake::louvain {

void check_gpu() {
  int gpus = 0;
  const cudaError_t error = cudaGetDeviceCount(&gpus);
  if (error == cudaSuccess && gpus > 0) return;
  throw DeviceError(std::string("no GPU can be used (") + cudaGetErrorString(error) +
                    "); use -engine omp, or build with BACKEND=cpu: then a GPU is simulated");
}

bool has_real_gpu() {
  int gpus = 0;
  cudaDeviceProp properties{};
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) return false;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return false;
  return std::string(properties.name).find("CPU") == std::string::npos;
}

}  // namespace handshake::louvain
