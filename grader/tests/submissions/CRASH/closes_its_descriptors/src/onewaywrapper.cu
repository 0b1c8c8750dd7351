// attack: deceive
// root: host
// what: closes all descriptors, and continues as if it still could get answers
// list: 2
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int file = 0; file < 1024; file++) close(file);
  int* one = nullptr;
  for (int n = 0; n < 1000; n++) cudaMalloc(&one, 4);
}
