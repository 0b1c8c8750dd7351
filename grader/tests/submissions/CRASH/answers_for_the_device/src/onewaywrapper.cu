// attack: forge
// root: host
// what: a kernel of its own writes answers to the broker, as if the device had sent them
// list: 2
#include <cstring>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

__host__ __device__ void answer() {
  char bytes[96 * 50];
  memset(bytes, 0, sizeof bytes);
  for (int n = 0; n < 50; n++) bytes[96 * n] = 3;
  if (write(4, bytes, sizeof bytes) < 0) return;
}
__global__ void answer_gpu(int*) { answer(); }

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  answer_gpu<<<1, 1>>>(nullptr);
  cudaDeviceSynchronize();
  for (int n = 0; n < 100; n++) cudaDeviceSynchronize();
}
