// What a device asks of the system once it runs: memory, threads, its two pipes and the time. There is
// no file or name that it could share with host code: all that it knows comes with messages.
#pragma once
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace cuda_on_cpu::remote {

constexpr unsigned kRestartableSequence = sizeof(void*) == 8 && SYS_read == 0 ? 334 : 293;
constexpr unsigned kNewClone = 435;

// False where the system refuses it.
inline bool keep_to_own_process() {
  const unsigned allowed[] = {SYS_read,
                              SYS_write,
                              SYS_writev,
                              SYS_futex,
                              SYS_mmap,
                              SYS_munmap,
                              SYS_mprotect,
                              SYS_mremap,
                              SYS_madvise,
                              SYS_brk,
                              SYS_close,
                              SYS_lseek,
                              SYS_fstat,
                              SYS_clock_gettime,
                              SYS_clock_nanosleep,
                              SYS_nanosleep,
                              SYS_gettimeofday,
                              SYS_sched_yield,
                              SYS_sched_getaffinity,
                              SYS_clone,
                              kNewClone,
                              SYS_exit,
                              SYS_exit_group,
                              SYS_set_robust_list,
                              kRestartableSequence,
                              SYS_rt_sigaction,
                              SYS_rt_sigprocmask,
                              SYS_rt_sigreturn,
                              SYS_sigaltstack,
                              SYS_tgkill,
                              SYS_getpid,
                              SYS_gettid,
                              SYS_prlimit64,
                              SYS_getrusage,
                              SYS_getrandom,
                              SYS_sysinfo,
                              SYS_membarrier};
  std::vector<sock_filter> steps = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const unsigned call : allowed) {
    steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    steps.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  steps.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  sock_fprog program = {static_cast<unsigned short>(steps.size()), steps.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace cuda_on_cpu::remote
