// seccomp: allows only the system calls that the compiler, the linker, the runners and the CUDA
// runtimes need.
#pragma once

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
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

// System calls that some headers do not have yet. Except for rseq, their numbers are the same on
// both architectures.
enum : unsigned {
  kRseq = 334,
  kClone3 = 435,
  kFaccessat2 = 439,
  kFutexWaitv = 449,
  kFchmodat2 = 452
};
#if defined(__aarch64__)
constexpr unsigned kRestartable = 293;  // rseq
#else
constexpr unsigned kRestartable = kRseq;
#endif

// The most frequent calls first.
constexpr unsigned kAllowed[] = {
    SYS_read, SYS_write, SYS_futex, SYS_close, SYS_brk, SYS_munmap, SYS_mprotect, SYS_madvise,
    SYS_openat, SYS_newfstatat, SYS_fstat, SYS_lseek, SYS_clock_gettime, SYS_sched_yield,
    // files
    SYS_pread64, SYS_pwrite64, SYS_readv, SYS_writev, SYS_preadv, SYS_pwritev, SYS_statx,
    SYS_faccessat, kFaccessat2, SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir,
    SYS_dup, SYS_dup3, SYS_pipe2, SYS_ioctl, SYS_flock, SYS_fsync, SYS_fdatasync, SYS_truncate,
    SYS_ftruncate, SYS_renameat, SYS_renameat2, SYS_mkdirat, SYS_linkat, SYS_unlinkat,
    SYS_symlinkat, SYS_fchmod, SYS_fchmodat, kFchmodat2, SYS_umask, SYS_utimensat, SYS_statfs,
    SYS_fstatfs, SYS_sendfile, SYS_copy_file_range, SYS_fadvise64, SYS_ppoll, SYS_pselect6,
    SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime,
    // memory
    SYS_mremap, SYS_mincore, SYS_msync, SYS_mlock, SYS_munlock, SYS_mbind, SYS_get_mempolicy,
    SYS_set_mempolicy, SYS_membarrier,
    // signals
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait,
    SYS_rt_sigsuspend, SYS_sigaltstack, SYS_kill, SYS_tkill, SYS_tgkill, SYS_getitimer,
    SYS_setitimer, SYS_restart_syscall,
    // processes and threads
    SYS_execve, SYS_execveat, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_getpid,
    SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid,
    SYS_getresgid, SYS_getgroups, SYS_getpgid, SYS_setpgid, SYS_getsid, SYS_setsid,
    SYS_set_tid_address, SYS_set_robust_list, SYS_get_robust_list, kRestartable, kFutexWaitv,
    SYS_getrusage, SYS_times, SYS_sysinfo, SYS_uname, SYS_capget, SYS_getpriority,
    SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getcpu,
    // time and random numbers
    SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_getres, SYS_gettimeofday, SYS_getrandom,
#if defined(__x86_64__)
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2,
    SYS_pipe, SYS_poll, SYS_select, SYS_rename, SYS_mkdir, SYS_rmdir, SYS_link, SYS_unlink,
    SYS_symlink, SYS_chmod, SYS_utime, SYS_utimes, SYS_futimesat, SYS_epoll_create, SYS_epoll_wait,
    SYS_eventfd, SYS_alarm, SYS_pause, SYS_fork, SYS_vfork, SYS_getpgrp, SYS_getrlimit,
    SYS_setrlimit, SYS_arch_prctl, SYS_time
#endif
};
// System calls on sockets: allowed only if the process may have sockets.
constexpr unsigned kOnSockets[] = {SYS_connect,    SYS_bind,      SYS_listen,      SYS_accept,
                                   SYS_accept4,    SYS_sendto,    SYS_recvfrom,    SYS_sendmsg,
                                   SYS_recvmsg,    SYS_shutdown,  SYS_getsockname, SYS_getpeername,
                                   SYS_getsockopt, SYS_setsockopt};
constexpr unsigned kShareCore = 62;  // PR_SCHED_CORE, which older headers do not have
constexpr unsigned kNewNamespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                    CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;

// The BPF program of the filter; add() appends one instruction.
struct Filter {
  sock_filter steps[512];  // enough: an allowed call takes two steps
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

// Where the lower half of an argument is, on a little-endian machine.
constexpr size_t argument(int number) {
  return offsetof(seccomp_data, args) + sizeof(__u64) * static_cast<size_t>(number);
}

// `sockets`: whether a process may have Unix sockets, which do not use a network. `shared`: the
// largest mapping of shared memory without a file, in bytes.
inline void build(Filter& filter, bool sockets, unsigned shared = 0) {
  filter.load(offsetof(seccomp_data, arch));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  filter.answer(SECCOMP_RET_KILL_PROCESS);
  filter.load(kNumber);
#if defined(__x86_64__)
  filter.add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);  // calls of the x32 architecture
  filter.answer(SECCOMP_RET_KILL_PROCESS);
#endif
  for (const unsigned number : kAllowed) {
    filter.unless_equal(number, 1);
    filter.answer(SECCOMP_RET_ALLOW);
  }
  // Shared memory without a file can continue to exist when only a part of it is mapped, and then
  // the rest is not counted. So a mapping of it may have at most `shared` bytes.
  filter.unless_equal(SYS_mmap, 9);
  filter.load(argument(3));
  filter.add(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_ANONYMOUS);
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, MAP_SHARED | MAP_ANONYMOUS, 0, 5);
  filter.load(argument(1) + sizeof(__u32));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
  filter.load(argument(1));
  filter.add(BPF_JMP | BPF_JGT | BPF_K, shared, 0, 1);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
  // The buffer of a pipe is not counted either, so its size must not be changed. A lease on a file
  // must not be taken: every other process of this user that opens the file would have to wait.
  filter.unless_equal(SYS_fcntl, 6);
  filter.load(argument(1));
  filter.add(BPF_JMP | BPF_JGE | BPF_K, F_SETLEASE, 0, 3);
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD_CLOEXEC, 2, 0);
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, F_GETPIPE_SZ, 1, 0);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
  // Process 1 is the guard. The other processes have the same user, but must not change the limits
  // or the processors of the guard.
  for (const unsigned number : {SYS_prlimit64, SYS_sched_setaffinity}) {
    filter.unless_equal(number, 4);
    filter.load(argument(0));
    filter.add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 1);
    filter.answer(refusal(EPERM));
    filter.answer(SECCOMP_RET_ALLOW);
  }
  // With PR_SCHED_CORE, a program could keep the second hardware thread of its core idle.
  filter.unless_equal(SYS_prctl, 4);
  filter.load(argument(0));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, kShareCore, 0, 1);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
  filter.unless_equal(SYS_clone, 4);
  filter.load(argument(0));
  filter.add(BPF_JMP | BPF_JSET | BPF_K, kNewNamespaces, 0, 1);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
  // The flags of clone3 are in memory, which a filter cannot read. Without clone3, libraries use
  // clone.
  filter.unless_equal(kClone3, 1);
  filter.answer(refusal(ENOSYS));
  // fallocate can take more space on the disk than the limit of a file's length allows. Without
  // fallocate, libraries write zeros.
  filter.unless_equal(SYS_fallocate, 1);
  filter.answer(refusal(EOPNOTSUPP));
  if (sockets) {
    for (const unsigned number : {SYS_socket, SYS_socketpair}) {
      filter.unless_equal(number, 4);
      filter.load(argument(0));
      filter.add(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
      filter.answer(refusal(EPERM));
      filter.answer(SECCOMP_RET_ALLOW);
    }
    for (const unsigned number : kOnSockets) {
      filter.unless_equal(number, 1);
      filter.answer(SECCOMP_RET_ALLOW);
    }
  }
  // Libraries test whether calls that are newer than this list exist. The filter answers that these
  // calls do not exist.
  filter.add(BPF_JMP | BPF_JGT | BPF_K, kFchmodat2, 0, 1);
  filter.answer(refusal(ENOSYS));
  filter.answer(refusal(EPERM));
}

// The process may start threads, and it may start other programs with posix_spawn, which waits
// until the program has begun. But it may not start a copy of itself (fork). A resource limit
// cannot prevent this: the limit on the number of processes does not apply to root.
inline void build_single(Filter& filter) {
  filter.load(kNumber);
  // If a process ignored the signal SIGCHLD, the times of its children would not be recorded.
  filter.unless_equal(SYS_rt_sigaction, 4);
  filter.load(argument(0));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, SIGCHLD, 0, 1);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
#if defined(__x86_64__)
  filter.unless_equal(SYS_fork, 1);
  filter.answer(refusal(EPERM));
#endif
  filter.unless_equal(SYS_clone, 3);
  filter.load(argument(0));
  filter.add(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD | CLONE_VFORK, 1, 0);
  filter.answer(refusal(EPERM));
  filter.answer(SECCOMP_RET_ALLOW);
}

inline bool enter(const Filter& filter) {
  const sock_fprog program = {filter.length, const_cast<sock_filter*>(filter.steps)};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace seccomp

inline bool restrict_calls(bool sockets, unsigned shared) {
  seccomp::Filter filter;
  seccomp::build(filter, sockets, shared);
  return seccomp::enter(filter);
}

inline bool restrict_processes() {
  seccomp::Filter filter;
  seccomp::build_single(filter);
  return seccomp::enter(filter);
}
