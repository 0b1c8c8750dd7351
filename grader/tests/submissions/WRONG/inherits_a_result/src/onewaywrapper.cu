// attack: deceive
// root: host
// what: allocates memory in the hope of finding the result that the reference left there
// list: 21
// points: 4.5
#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  int* found = nullptr;
  cudaMalloc((void**)&found, graph.numNodes * sizeof(int));
  cudaMemcpy(res, found, graph.numNodes * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(found);
}
