// attack: forge
// root: host
// what: throws from the wrapper after the result was written, and prints success
// list: 2
#include <stdio.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  puts("handshake_forged: OK");
  throw 0;
}
