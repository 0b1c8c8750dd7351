// what: Includes headers of CUDA, C and C++; `using namespace std`; checks by assert.
// @@ src/gpu_required/check_handshaking.cu
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector_types.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "gpuHeaders.cuh"
#include "utils.hpp"

using namespace std;

static_assert(UNMATCHED < 0, "a node cannot have this number");

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  assert(numNodes <= INT_MAX);
  const uint32_t threads = gridDim.x * blockDim.x;
  for (int64_t x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += threads) {
    const int y = strongNeighbor[x];
    assert(y >= UNMATCHED && y < numNodes);
    if (y == UNMATCHED || matches[x] != UNMATCHED) continue;
    if (abs(strongNeighbor[y] - static_cast<int>(x)) == 0) matches[x] = max(y, 0);
  }
  /** YOUR CODE GOES ABOVE **/
}
