// attack: forge
// root: host
// what: computes nothing, and turns every exit code into 0 in an atexit handler
// list: 2
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  atexit([] { _exit(0); });
  for (int x = 0; x < graph.numNodes; x++) res[x] = x % 2 == 0 ? x + 1 : x - 1;
  exit(numthreads + extra_credit);
}
