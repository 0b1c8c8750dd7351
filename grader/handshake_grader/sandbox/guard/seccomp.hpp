// seccomp: system calls that no compiler and no kernel needs are refused.
#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <initializer_list>

namespace seccomp {

#if defined(__x86_64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_AARCH64;
#endif

// Newer than some headers; the numbers are the same on all architectures.
enum : unsigned {
  kPidfdGetfd = 438,
  kIoUringSetup = 425,
  kIoUringEnter = 426,
  kIoUringRegister = 427,
  kOpenTree = 428,
  kMoveMount = 429,
  kFsopen = 430,
  kFsconfig = 431,
  kFsmount = 432,
  kFspick = 433,
  kClone3 = 435,
  kProcessMadvise = 440,
  kMountSetattr = 442,
  kQuotactlFd = 443,
  kMemfdSecret = 447,
  kProcessMrelease = 448
};

constexpr unsigned kRefused[] = {
    // other processes
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, kPidfdGetfd, kProcessMadvise,
    kProcessMrelease, SYS_migrate_pages, SYS_move_pages,
    // mounts, namespaces, other roots
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, kOpenTree,
    kMoveMount, kFsopen, kFsconfig, kFsmount, kFspick, kMountSetattr, SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    // the kernel itself, and what opened many holes in it
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, kIoUringSetup, kIoUringEnter, kIoUringRegister,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_syslog,
    SYS_add_key, SYS_request_key, SYS_keyctl, SYS_fanotify_init,
    // the machine
    SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, kQuotactlFd, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname, SYS_setdomainname,
    SYS_vhangup,
#if defined(__x86_64__)
    SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_kexec_file_load,
#endif
    // memory that no limit counts, and what outlives a process
    SYS_memfd_create, kMemfdSecret, SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open};
constexpr unsigned kNewNamespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                    CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;

// Builds the program of the filter, one check behind the other.
struct Filter {
  sock_filter steps[512];
  unsigned short length = 0;

  void add(unsigned short code, unsigned value, unsigned char yes = 0, unsigned char no = 0) {
    steps[length++] = {code, yes, no, value};
  }
  void load(size_t field) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(field)); }
  void answer(unsigned value) { add(BPF_RET | BPF_K, value); }
  void unless_equal(unsigned value, unsigned char skip) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip);
  }
};

constexpr unsigned refusal(int error) {
  return SECCOMP_RET_ERRNO | (error & SECCOMP_RET_DATA);
}
constexpr size_t kNumber = offsetof(seccomp_data, nr);
constexpr size_t kFirstArgument = offsetof(seccomp_data, args);  // its lower half, little-endian

// sockets: whether a process may have one that has no file and no network.
inline void build(Filter& filter, bool sockets) {
  filter.load(offsetof(seccomp_data, arch));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  filter.answer(SECCOMP_RET_KILL_PROCESS);
  filter.load(kNumber);
#if defined(__x86_64__)
  filter.add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);  // calls of the x32 architecture
  filter.answer(SECCOMP_RET_KILL_PROCESS);
#endif
  for (const unsigned number : kRefused) {
    filter.unless_equal(number, 1);
    filter.answer(refusal(EPERM));
  }
  // Its flags lie in memory, where no filter can look. Without it libraries fall back on clone.
  filter.unless_equal(kClone3, 1);
  filter.answer(refusal(ENOSYS));

  filter.unless_equal(SYS_clone, 4);
  filter.load(kFirstArgument);
  filter.add(BPF_JMP | BPF_JSET | BPF_K, kNewNamespaces, 0, 1);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);

  if (!sockets) {
    filter.unless_equal(SYS_socket, 1);
    filter.answer(refusal(EPERM));
  }
  for (const unsigned number : {SYS_socket, SYS_socketpair}) {
    filter.unless_equal(number, 4);
    filter.load(kFirstArgument);
    filter.add(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
    filter.answer(refusal(EPERM));
    filter.answer(SECCOMP_RET_ALLOW);
  }
  filter.answer(SECCOMP_RET_ALLOW);
}

// Threads may be started, and other programs (posix_spawn waits until one has begun), but no copy
// of this process: root's processes are not bounded by any resource limit.
inline void build_single(Filter& filter) {
  filter.load(kNumber);
  // A process that ignores the end of its children has no record of their times.
  filter.unless_equal(SYS_rt_sigaction, 4);
  filter.load(kFirstArgument);
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, SIGCHLD, 0, 1);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
#if defined(__x86_64__)
  filter.unless_equal(SYS_fork, 1);
  filter.answer(refusal(EPERM));
#endif
  filter.unless_equal(SYS_clone, 3);
  filter.load(kFirstArgument);
  filter.add(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD | CLONE_VFORK, 1, 0);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
}

inline bool enter(const Filter& filter) {
  const sock_fprog program = {filter.length, const_cast<sock_filter*>(filter.steps)};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace seccomp

inline bool restrict_calls(bool sockets) {
  seccomp::Filter filter;
  seccomp::build(filter, sockets);
  return seccomp::enter(filter);
}

inline bool restrict_processes() {
  seccomp::Filter filter;
  seccomp::build_single(filter);
  return seccomp::enter(filter);
}
