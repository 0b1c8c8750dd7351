// what: A warp takes a node; when two lanes have equally heavy edges, the lower lane wins, and not the smaller neighbor.
// seen: a node with more than 32 edges, two heaviest ones of which are in different lanes, the later one in the lower lane
// verdicts: WRONG
// @@ src/gpu_extra_credit/extra.cu
#include "utils.hpp"

/** YOUR CODE GOES BELOW (extra credit) **/
__global__ void rows_gpu(const int* src, int* begin, int* end, int numEdges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < numEdges; e += blockDim.x * gridDim.x) {
    if (e == 0 || src[e] != src[e - 1]) begin[src[e]] = e;
    if (e + 1 == numEdges || src[e] != src[e + 1]) end[src[e]] = e + 1;
  }
}

// 32 lanes look at the edges of one node. Launched with blocks of whole warps.
__global__ void warp_per_node_gpu(const int* dst, const int* weight, const int* begin,
                                  const int* end, int* strongNeighbor, int numNodes) {
  const unsigned full = 0xffffffffu;
  const int lane = threadIdx.x % 32;
  const int warps = blockDim.x / 32 * gridDim.x;
  for (int v = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; v < numNodes; v += warps) {
    int hand = UNMATCHED, heaviest = INT_MIN;
    for (int e = begin[v] + lane; e < end[v]; e += 32) {
      if (hand == UNMATCHED || weight[e] > heaviest) {
        hand = dst[e];
        heaviest = weight[e];
      }
    }
    for (int offset = 1; offset < 32; offset *= 2) {
      const int otherHand = __shfl_down_sync(full, hand, offset);
      const int otherWeight = __shfl_down_sync(full, heaviest, offset);
      if (otherHand == UNMATCHED) continue;
      // the lower lane has the earlier edge, so on a tie it stays
      if (hand == UNMATCHED || otherWeight > heaviest) {  // BLAME
        hand = otherHand;
        heaviest = otherWeight;
      }
    }
    if (lane == 0) strongNeighbor[v] = hand;
  }
}
/** YOUR CODE GOES ABOVE (extra credit) **/
// @@ src/onewaywrapper.cu block 2
      int* const begin_gpu = reinterpret_cast<int*>(strongest_gpu);
      int* const end_gpu = begin_gpu + numVertices;
      CUDA_CHECK(cudaMemset(begin_gpu, 0, 2 * numVertices * sizeof(int)));
      rows_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, begin_gpu, end_gpu, numEdges);
      CUDA_CHECK(cudaGetLastError());
      warp_per_node_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          dst_gpu, weight_gpu, begin_gpu, end_gpu, strongNeighbor_gpu, numVertices);
      CUDA_CHECK(cudaGetLastError());
