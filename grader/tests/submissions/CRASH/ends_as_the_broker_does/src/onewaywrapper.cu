// attack: deceive
// root: host
// what: the exit code with which our own broker reports a fault of ours
// list: 2
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  _exit(70);
}
