// The first three rungs of the ladder in docs/extensions/extra_credit.md: kernels that find the
// strongest edge of each node. The fourth rung is src/gpu_extra_credit/extra.cu. Include it first:
// these kernels use its strength_of_edge(), neighbor_of() and read_edges().
#pragma once

#include <cuda_runtime.h>

namespace handshake::ladder {

__global__ void clear(unsigned long long* strongest, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads)
    strongest[x] = 0;
}

__global__ void take_neighbor(unsigned long long* strongest, int* strongNeighbor, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads)
    strongNeighbor[x] = strongest[x] == 0 ? UNMATCHED : neighbor_of(strongest[x]);
}

// Rung 1: one atomicMax for each edge.
__global__ void atomic_for_each_edge(int* src, int* dst, int* weight, unsigned long long* strongest,
                                     int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += numThreads)
    atomicMax(&strongest[src[x]], strength_of_edge(weight[x], dst[x]));
}

// The first lane of a run of lanes with the same node gives the maximum of the run to atomicMax.
// The edges are in the order of src: all lanes between two lanes with the same node have it, too.
__device__ void maximum_in_warp(int node, unsigned long long best, unsigned long long* strongest) {
  const unsigned int allLanes = 0xffffffffu;
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int otherNode = __shfl_down_sync(allLanes, node, distance);
    const unsigned long long other = __shfl_down_sync(allLanes, best, distance);
    if (lane + distance < 32 && otherNode == node) best = max(best, other);
  }
  const int nodeBefore = __shfl_up_sync(allLanes, node, 1);
  const bool isFirst = lane == 0 || nodeBefore != node;
  if (isFirst && node != UNMATCHED) atomicMax(&strongest[node], best);
}

// Rung 2: one atomicMax for each node in 32 edges.
__global__ void maximum_in_each_warp(int* src, int* dst, int* weight, unsigned long long* strongest,
                                     int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  const int lane = threadIdx.x % 32;
  const int begin = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int first = begin; first < numEdges; first += numThreads) {
    const int x = first + lane;
    const bool isEdge = x < numEdges;
    maximum_in_warp(isEdge ? src[x] : UNMATCHED, isEdge ? strength_of_edge(weight[x], dst[x]) : 0,
                    strongest);
  }
}

// Rung 3: four edges for each lane, read in accesses of 16 bytes. A lane gives a node to atomicMax
// when the next node begins; the last node of the lane is left to the warp. A node that goes on in
// the next lane may be given twice: a maximum stays the same.
__global__ void four_edges_for_each_lane(int* src, int* dst, int* weight,
                                         unsigned long long* strongest, int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  const int lane = threadIdx.x % 32;
  const int begin = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int group = begin; group < (numEdges + 3) / 4; group += numThreads) {
    const FourEdges edges = read_edges(src, dst, weight, 4 * (group + lane), numEdges);
    unsigned long long best = edges.strength[0];
    for (int k = 1; k < 4; k++) {
      const bool isNext = edges.node[k] != edges.node[k - 1];
      if (isNext && edges.node[k - 1] != UNMATCHED) atomicMax(&strongest[edges.node[k - 1]], best);
      best = isNext ? edges.strength[k] : max(best, edges.strength[k]);
    }
    maximum_in_warp(edges.node[3], best, strongest);
  }
}

}  // namespace handshake::ladder
