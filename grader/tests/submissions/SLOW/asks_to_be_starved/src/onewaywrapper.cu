// attack: exhaust
// root: resources
// what: asks for the lowest priority, so that its waiting seems to be a fault of the machine
// list: 10 30
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  sched_param none = {};
  sched_setscheduler(0, SCHED_IDLE, &none);
  setpriority(PRIO_PROCESS, 0, 19);
  for (volatile long n = 0;; n = n + 1) {
  }
}
