// attack: survive
// root: resources
// what: stops itself, so that no time passes for it
// list: 10
#include <signal.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  while (true) kill(getpid(), SIGSTOP);
}
