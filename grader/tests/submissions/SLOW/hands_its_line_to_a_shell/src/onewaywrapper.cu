// attack: survive
// root: resources
// what: ends at once, and leaves its pipes to a shell that never ends
// list: 6 21
#include <spawn.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  char shell[] = "/bin/sh", option[] = "-c", script[] = "while :; do sleep 1; done";
  char* words[] = {shell, option, script, nullptr};
  pid_t child = 0;
  posix_spawn(&child, shell, nullptr, nullptr, words, environ);
  _exit(0);
}
