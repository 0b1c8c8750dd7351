// attack: exhaust
// root: resources
// what: runs forty threads that want a processor at the same moments, and sleep in between: in most
//   looks of the guard one of them waits, although no other program keeps them waiting
// list: 10 30
#include <thread>
#include <time.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

static void wake_with_all() {
  for (timespec now;;) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    now.tv_nsec += 10000000 - now.tv_nsec % 10000000;
    if (now.tv_nsec >= 1000000000) now.tv_sec++, now.tv_nsec -= 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &now, nullptr);
    for (volatile int n = 0; n < 20000; n = n + 1) {}
  }
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int n = 0; n < 40; n++) std::thread(wake_with_all).detach();
  for (;;) pause();
}
