// attack: deceive
// root: host
// what: makes a folder where the result should be
// list: 13
#include <sys/stat.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  mkdir("out.txt", 0700);
  mkdir("out.txt/out.txt", 0700);
}
