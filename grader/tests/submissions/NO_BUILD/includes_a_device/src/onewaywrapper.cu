// attack: exhaust
// root: resources
// what: includes a device as a header that never ends
// list: 10
#include <cstdio>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

#include "/dev/urandom"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {

}
