// attack: exhaust
// root: resources
// what: prints without end
// list: 8
#include <stdio.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  while (true) fputs("handshake_forged: all points\n", stderr);
}
