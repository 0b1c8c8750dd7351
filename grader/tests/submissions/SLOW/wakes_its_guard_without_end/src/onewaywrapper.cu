// attack: exhaust
// root: resources
// what: tells the guard again and again that a child of the guard has ended
// list: 11 30
#include <signal.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (;;) kill(1, SIGCHLD);
}
