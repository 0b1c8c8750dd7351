// attack: survive
// root: resources
// what: leaves a process in a session of its own, which waits until the grader is done and then
//   writes marks
// list: 6
// quick: yes
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    prctl(PR_SET_NAME, "handshake_mark");
    for (int second = 0; second < 600; second++) {
      sleep(1);
      if (FILE* file = fopen("@OUT@/marks.csv", "w")) fputs("handshake_forged\n", file);
    }
  }
  _exit(0);
}
