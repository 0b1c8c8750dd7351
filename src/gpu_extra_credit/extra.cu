// EXTRA CREDIT: find the strongest neighbor of every node on the GPU  (handout, "Extra Credit")
//
// Put your kernels here, as many as you need. Launch them in onewaywrapper.cu, which includes this
// file, between the marks for extra credit; ./match runs them with -extra. The result is
// strongNeighbor_gpu: for every node, the other end of its heaviest edge (of several such ends, the
// one with the smallest index), or UNMATCHED if the node has no edge left.
#include "utils.hpp"

/** YOUR CODE GOES BELOW (extra credit) **/

// The edge list is in the order of src, so the edges of a node are neighbors. It is cut into one
// piece for each warp. The warp reads its piece in rounds of 128 edges: 4 edges for each lane.
// A node whose edges all lie in one piece is finished by this warp. Only a node whose edges lie in
// several pieces (a split node) needs memory that several warps share, and atomicMax.
// Launch the three kernels with the same blocks, because these define the pieces. The threads of a
// block are whole warps, at most 256 threads, and each array has its own cudaMalloc.

// An edge as one number: of two edges of a node, the stronger one is the larger number. The weight
// is in the upper half, with its sign bit flipped so that negative weights are the smallest;
// the lower half grows as the index of the neighbor falls. No edge has the number 0.
__device__ unsigned long long strength_of_edge(int weight, int dst) {
  const unsigned int heavier = static_cast<unsigned int>(weight) ^ 0x80000000u;
  const unsigned int smaller = 0xffffffffu - static_cast<unsigned int>(dst);
  return (static_cast<unsigned long long>(heavier) << 32) | smaller;
}

__device__ int neighbor_of(unsigned long long strength) {
  return static_cast<int>(0xffffffffu - static_cast<unsigned int>(strength));
}

// The first edge in the piece of a warp; for the warp after the last one, the end of the list.
__device__ int first_edge(int warp, int numEdges) {
  const int numWarps = blockDim.x * gridDim.x / 32;
  const long long numRounds = (numEdges + 127LL) / 128;
  const long long edge = 128 * (numRounds * warp / numWarps);
  return static_cast<int>(min(edge, static_cast<long long>(numEdges)));
}

// The node that is split at the beginning of this warp's piece: it has edges on both sides.
// UNMATCHED if there is none, or if the node is split at the beginning of an earlier piece, too.
__device__ int split_node(int* src, int warp, int numEdges) {
  const int begin = first_edge(warp, numEdges);
  if (begin == 0 || begin == numEdges || src[begin - 1] != src[begin]) return UNMATCHED;
  const int before = first_edge(warp - 1, numEdges);
  return before > 0 && src[before - 1] == src[begin] ? UNMATCHED : src[begin];
}

// The thread of node x writes strongNeighbor[x]. The first threads also clear strongest for the
// split nodes, one thread for each warp.
__global__ void clear_strongest_gpu(int* src, unsigned long long* strongest, int* strongNeighbor,
                                    int numEdges, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int x = thread; x < numNodes; x += numThreads) strongNeighbor[x] = UNMATCHED;
  const int node = thread < numThreads / 32 ? split_node(src, thread, numEdges) : UNMATCHED;
  if (node != UNMATCHED) strongest[node] = 0;
}

// The 4 edges of a lane: edge k has one end at node[k]. Behind the end of the list, node[k] is
// UNMATCHED.
struct FourEdges {
  int node[4];
  unsigned long long strength[4];
};

__device__ FourEdges read_edges(int* src, int* dst, int* weight, int first, int numEdges) {
  int4 from = {UNMATCHED, UNMATCHED, UNMATCHED, UNMATCHED}, to = from, heavy = from;
  if (first + 3 < numEdges) {  // an int4 is read in one access of 16 bytes
    from = *reinterpret_cast<int4*>(&src[first]);
    to = *reinterpret_cast<int4*>(&dst[first]);
    heavy = *reinterpret_cast<int4*>(&weight[first]);
  } else {
    const int left = numEdges - first;
    if (left > 0) from.x = src[first], to.x = dst[first], heavy.x = weight[first];
    if (left > 1) from.y = src[first + 1], to.y = dst[first + 1], heavy.y = weight[first + 1];
    if (left > 2) from.z = src[first + 2], to.z = dst[first + 2], heavy.z = weight[first + 2];
  }
  return {{from.x, from.y, from.z, from.w},
          {strength_of_edge(heavy.x, to.x), strength_of_edge(heavy.y, to.y),
           strength_of_edge(heavy.z, to.z), strength_of_edge(heavy.w, to.w)}};
}

// In a round, strength[k] becomes the maximum of the lane's edges of this node up to edge k, and
// `last` the maximum of the lane's last node in this lane and the lanes before it. So where a node
// ends, its maximum is known. The last node of a round may go on in the next one: its maximum so
// far is carried there. With 32 registers per thread, 8 blocks of 256 threads fit on a
// multiprocessor, which has 65536 registers.
__global__ void __launch_bounds__(256, 8)
    find_strongest_gpu(int* src, int* dst, int* weight, unsigned long long* strongest,
                       int* strongNeighbor, int numEdges) {
  const unsigned int allLanes = 0xffffffffu;
  const int lane = threadIdx.x % 32;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int begin = first_edge(warp, numEdges), end = first_edge(warp + 1, numEdges);
  // A node that is also just outside of the piece is split.
  const int nodeBefore = begin > 0 ? src[begin - 1] : UNMATCHED;
  const int nodeAfter = end < numEdges ? src[end] : UNMATCHED;

  const auto finish = [&](int node, unsigned long long strength) {
    if (node == UNMATCHED) return;
    if (node == nodeBefore || node == nodeAfter)
      atomicMax(&strongest[node], strength);
    else
      strongNeighbor[node] = neighbor_of(strength);
  };

  int carriedNode = UNMATCHED;
  unsigned long long carried = 0;
  for (int first = begin; first < end; first += 128) {
    FourEdges edges = read_edges(src, dst, weight, first + 4 * lane, numEdges);
    if (lane == 0 && edges.node[0] == carriedNode)
      edges.strength[0] = max(edges.strength[0], carried);
    else if (lane == 0)
      finish(carriedNode, carried);

    for (int k = 1; k < 4; k++)
      if (edges.node[k] == edges.node[k - 1])
        edges.strength[k] = max(edges.strength[k], edges.strength[k - 1]);
    const int lastNode = edges.node[3];
    unsigned long long last = edges.strength[3];
    for (int distance = 1; distance < 32; distance *= 2) {
      const int otherNode = __shfl_up_sync(allLanes, lastNode, distance);
      const unsigned long long other = __shfl_up_sync(allLanes, last, distance);
      if (lane >= distance && otherNode == lastNode) last = max(last, other);
    }

    const int laneBeforeNode = __shfl_up_sync(allLanes, lastNode, 1);
    const unsigned long long laneBefore = __shfl_up_sync(allLanes, last, 1);
    const int laneAfterNode = __shfl_down_sync(allLanes, edges.node[0], 1);
    for (int k = 0; k < 3; k++) {
      if (edges.node[k] == edges.node[k + 1]) continue;
      const bool goesOn = lane > 0 && edges.node[k] == laneBeforeNode;
      finish(edges.node[k], goesOn ? max(edges.strength[k], laneBefore) : edges.strength[k]);
    }
    if (lane < 31 && laneAfterNode != lastNode) finish(lastNode, last);
    carriedNode = __shfl_sync(allLanes, lastNode, 31);
    carried = __shfl_sync(allLanes, last, 31);
  }
  if (lane == 0) finish(carriedNode, carried);
}

// For each split node, one thread writes the result.
__global__ void take_neighbor_gpu(int* src, unsigned long long* strongest, int* strongNeighbor,
                                  int numEdges) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const bool hasWarp = thread < static_cast<int>(blockDim.x * gridDim.x) / 32;
  const int node = hasWarp ? split_node(src, thread, numEdges) : UNMATCHED;
  if (node != UNMATCHED) strongNeighbor[node] = neighbor_of(strongest[node]);
}

/** YOUR CODE GOES ABOVE (extra credit) **/
