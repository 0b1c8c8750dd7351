// attack: deceive
// root: resources
// what: lowers its own limit of processor time, and is ended by Linux instead of the guard
// list: 10
#include <sys/resource.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  rlimit one = {1, 1};
  setrlimit(RLIMIT_CPU, &one);
  for (volatile long n = 0;; n = n + 1) {
  }
}
