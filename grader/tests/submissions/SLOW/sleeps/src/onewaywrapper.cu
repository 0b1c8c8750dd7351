// attack: exhaust
// root: resources
// what: sleeps, which costs no processor time
// list: 30
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  while (true) sleep(1000);
}
