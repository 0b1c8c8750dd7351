// attack: deceive
// root: host
// what: ends with the exit code that our broker uses for its own faults
// list: 2
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  _exit(70);
}
