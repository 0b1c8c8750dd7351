// attack: exhaust
// root: resources
// what: asks that no other program runs on the second half of its core, or of the guard's core
// list: 30
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (const int whom : {0, 1, 2})
    if (prctl(62, 1, 0, whom, 0) == 0) fputs("handshake_seen core\n", stderr);
  _exit(1);
}
