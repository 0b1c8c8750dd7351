// The system calls that host code and its device may make after they have started. With these
// calls, host code and device can exchange data only by messages. A device may use memory, threads,
// its two pipes and the clock. It cannot learn anything about another process, and cannot read
// files. Host code cannot change anything of another process.
#pragma once
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <ctime>
#include <vector>

#include "cuda_on_cpu/remote/messages.hpp"

namespace cuda_on_cpu::remote {

constexpr unsigned kRestartableSequence = sizeof(void*) == 8 && SYS_read == 0 ? 334 : 293;
constexpr unsigned kNewClone = 435;

// A system call whose first argument must be one of `first`.
struct Bounded {
  unsigned call;
  std::vector<unsigned> first;
};

class Filter {
 public:
  Filter() { add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)); }

  void allow(unsigned call) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  void allow(const Bounded& one) {
    add(BPF_JMP | BPF_JEQ | BPF_K, one.call, 0,
        static_cast<unsigned char>(2 * one.first.size() + 2));
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args));  // the lower half of the argument
    for (const unsigned value : one.first) allow(value);
    refuse();
  }
  void refuse() { add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM); }
  // Activates the filter. Returns false if the system refuses it.
  bool enter(unsigned answer_to_others) {
    add(BPF_RET | BPF_K, answer_to_others);
    sock_fprog program = {static_cast<unsigned short>(steps_.size()), steps_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(int code, unsigned value, unsigned char yes = 0, unsigned char no = 0) {
    steps_.push_back({static_cast<unsigned short>(code), yes, no, value});
  }

  std::vector<sock_filter> steps_;
};

inline bool keep_to_own_process() {
  const unsigned allowed[] = {SYS_futex,
                              SYS_mmap,
                              SYS_munmap,
                              SYS_mprotect,
                              SYS_mremap,
                              SYS_madvise,
                              SYS_brk,
                              SYS_close,
                              SYS_gettimeofday,
                              SYS_sched_yield,
                              SYS_clone,
                              kNewClone,
                              SYS_exit,
                              SYS_exit_group,
                              SYS_nanosleep,
                              SYS_set_robust_list,
                              kRestartableSequence,
                              SYS_rt_sigaction,
                              SYS_rt_sigprocmask,
                              SYS_rt_sigreturn,
                              SYS_sigaltstack,
                              SYS_getpid,
                              SYS_gettid,
                              SYS_getrandom,
                              SYS_membarrier};
  const auto own = static_cast<unsigned>(getpid());
  // Other clocks would show the CPU time of other processes.
  const std::vector<unsigned> clocks = {CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_PROCESS_CPUTIME_ID,
                                        CLOCK_THREAD_CPUTIME_ID};
  Filter filter;
  filter.allow({SYS_read, {kIncoming}});
  for (const unsigned call : {SYS_write, SYS_writev})
    filter.allow({call, {kOutgoing, STDOUT_FILENO, STDERR_FILENO}});
  for (const unsigned call : allowed) filter.allow(call);
  filter.allow({SYS_clock_gettime, clocks});
  filter.allow({SYS_clock_nanosleep, clocks});
  filter.allow({SYS_tgkill, {own}});
  filter.allow({SYS_sched_getaffinity, {0}});
  filter.allow({SYS_prlimit64, {0}});
  return filter.enter(SECCOMP_RET_ERRNO | EPERM);
}

// Forbids host code to send signals to other processes, and to change their limits, processors and
// groups, because the device could see the effects.
inline bool leave_other_processes_alone() {
  const auto own = static_cast<unsigned>(getpid());
  Filter filter;
  for (const unsigned call : {SYS_kill, SYS_tkill, SYS_tgkill}) filter.allow({call, {own}});
  for (const unsigned call : {SYS_prlimit64, SYS_sched_setaffinity, SYS_setpgid})
    filter.allow({call, {0, own}});
  return filter.enter(SECCOMP_RET_ALLOW);
}

}  // namespace cuda_on_cpu::remote
