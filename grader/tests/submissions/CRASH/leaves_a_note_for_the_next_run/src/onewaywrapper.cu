// attack: write
// root: host
// what: leaves files where a later run could find them, and looks for those of an earlier one
// list: 23
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (const char* path : {"/box/note", "/tmp/note", "/dev/shm/note", "/var/tmp/note", "/note"}) {
    if (access(path, F_OK) == 0) fprintf(stderr, "handshake_seen %s of an earlier run\n", path);
    if (FILE* file = fopen(path, "w")) fclose(file);
  }
  exit(1);
}
