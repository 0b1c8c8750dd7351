// attack: exhaust
// root: resources
// what: the host ends at once, but a thread of its kernel continues on the device
// list: 6 30
#include <cstring>
#include <thread>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

__host__ __device__ void stay() {
  for (volatile long n = 0;; n = n + 1) {
  }
}
__global__ void stay_gpu(int*) { stay(); }

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  stay_gpu<<<1, 1>>>(nullptr);
  _exit(0);
}
