// attack: exhaust
// root: resources
// what: leaves two hundred thousand small arrays behind, each of which could become a line of a report
// list: 30
#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  int* array;
  for (int n = 0; n < 200000; n++)
    if (cudaMalloc(&array, 4) != cudaSuccess) return;
}
