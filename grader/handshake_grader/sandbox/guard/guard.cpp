// The first process inside the sandbox. It starts the command with further restrictions (resource
// limits, Landlock, seccomp), and watches what bubblewrap cannot limit: the number of all
// processes, and their memory and CPU time together. It is PID 1, so no process in the sandbox can
// end it.
//
//   guard --cpu SECONDS --memory BYTES --file BYTES --processes N --work FOLDER [--wall SECONDS]
//         [--write PATH]... [--report DESCRIPTOR] [--waited DESCRIPTOR] -- COMMAND...
//   guard --root FOLDER [--status DESCRIPTOR] [--alone 1] ...     without bubblewrap: the guard is
//         not PID 1, and makes the sandbox itself (own_root.hpp)
//   guard --single -- COMMAND...      inside of a sandbox: COMMAND cannot start a copy of itself
//   guard --filtered                  inside of a sandbox: prints 2 if seccomp is active
//   guard --bound PID -- COMMAND...   no sandbox: COMMAND and its group end when process PID ends
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "landlock.hpp"
#include "options.hpp"
#include "own_root.hpp"
#include "process_limit.hpp"
#include "seccomp.hpp"
#include "usage.hpp"

namespace {

constexpr unsigned long kMostFiles = 20000;  // in the work folder, whose size is limited, too
constexpr long kLookNanoseconds = 20L * 1000 * 1000;
constexpr double kLateS = 0.5;  // if looks are further apart, the guard waited for a processor
constexpr double kSayWaitedS = 0.05, kSayAfterS = 1;
// A command that gets less than a hundredth of a processor for longer than kPatienceS is ended, and
// has no result. If it gets more, the guard waits until the command ends or reaches a limit.
constexpr double kPatienceS = 60, kMostStretch = 100;

// What this Linux kernel offers; the grader decides whether it is enough.
struct Layers {
  int landlock = landlock_version();
  bool seccomp = prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
};

// The sandbox without namespaces in which the command runs. With namespaces, the end of the guard
// ends all processes of the sandbox, so this is null.
const own_root::Sandbox* entered = nullptr;

[[noreturn]] void leave(int code) {
  if (entered != nullptr) own_root::close_sandbox(*entered);
  _exit(code);
}

[[noreturn]] void fail(const char* what) {
  fprintf(stderr, "guard: %s: %s\n", what, strerror(errno));
  leave(kFault);
}

// Writes a line with one call of write(), so that it is never cut. If it cannot be written, for
// example because the reader has ended, the guard and the command end.
void say(long long descriptor, const char* format, ...) {
  char line[256];
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (descriptor >= 0 && write(static_cast<int>(descriptor), line, length) != length) leave(kFault);
}

double now_s() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Sets a limit. A limit that is already lower stays as it is: a shell may have set it, and only
// root could raise it.
void limit(int resource, rlim_t most) {
  const auto which = static_cast<__rlimit_resource_t>(resource);
  rlimit limits;
  if (getrlimit(which, &limits) != 0) fail("getrlimit");
  limits.rlim_cur = limits.rlim_max = std::min(most, limits.rlim_max);
  if (setrlimit(which, &limits) != 0) fail("setrlimit");
}

// Reports to the guard whether the command has begun. The pipe closes when the command begins, and
// also when it cannot begin. Only the mark distinguishes the two cases: it is in memory that both
// processes share, and is set just before the command begins.
struct Start {
  int ends[2];
  volatile bool* mark;

  Start() {
    void* const both = mmap(nullptr, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (both == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0) fail("the start of the command");
    mark = static_cast<bool*>(both);
  }
  bool wait() const {
    char nothing;
    close(ends[1]);
    while (read(ends[0], &nothing, 1) < 0 && errno == EINTR) {
    }
    close(ends[0]);
    return *mark;
  }
};

[[noreturn]] void become_command(const Options& options, const Layers& layers,
                                 const own_root::Sandbox& sandbox, const Start& start) {
  entered = nullptr;
  signal(SIGPIPE, SIG_DFL);
  signal(SIGCHLD, SIG_DFL);  // if SIGCHLD were ignored, times of children would get lost
  // The operating system counts CPU time in whole ticks, and may count more than was used. So this
  // limit is higher, and the guard's own check comes first.
  limit(RLIMIT_CPU, 2 * static_cast<rlim_t>(options.cpu_s) + 2);
  limit(RLIMIT_FSIZE, options.file);
  if (counts_own_processes(sandbox.root == nullptr))
    limit(RLIMIT_NPROC, static_cast<rlim_t>(options.processes));
  limit(RLIMIT_NOFILE, 64);
  limit(RLIMIT_CORE, 1);  // with 0, Linux would start the machine's crash handler
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (sandbox.root != nullptr) own_root::enter(sandbox);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("PR_SET_NO_NEW_PRIVS");
  const char* work = sandbox.root != nullptr ? sandbox.work : options.work;
  if (layers.landlock > 0) restrict_files(layers.landlock, work, options.written);
  // Abstract Unix sockets reach every process of a network namespace. A sandbox with a root folder
  // shares the network namespace of the container, so it forbids sockets.
  const auto shared = static_cast<unsigned>(options.shared);
  if (layers.seccomp && !restrict_calls(sandbox.root == nullptr, shared)) fail("seccomp");
  *start.mark = true;
  execvp(options.command[0], options.command);
  fprintf(stderr, "guard: %s: %s\n", options.command[0], strerror(errno));
  _exit(errno == ENOENT ? 127 : 126);
}

// The exit code of a command, as a shell reports it. The code kFault means that the guard has
// failed, so another code is returned if the command ended with kFault.
int code_of(int status) {
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return code == kFault ? kFault - 1 : code;
}

class Watch {
 public:
  Watch(const Options& options, const own_root::Sandbox& sandbox, pid_t command)
      : options_(options), sandbox_(sandbox), command_(command), ledger_(options.shared) {}

  // Waits until the command ends, and returns its exit code.
  int until_its_end(const sigset_t& watched) {
    const timespec pause = {0, kLookNanoseconds};
    say_waited();  // for `check`, the command's time begins with this first report
    while (true) {
      if (sigtimedwait(&watched, nullptr, &pause) == SIGTERM) return 128 + SIGKILL;
      int status;
      for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (pid != command_ || !(WIFEXITED(status) || WIFSIGNALED(status))) continue;
        look();
        say_all("none");
        return code_of(status);
      }
      const usage::Look seen = look();
      if (const char* limit = passed_limit(seen)) {
        if (sandbox_.root == nullptr) kill(-1, SIGKILL);
        fprintf(stderr, "guard: command ended, because it used more than its limit of %s\n", limit);
        say_all(limit);
        return 128 + SIGKILL;
      }
      if (ledger_.waited_s() - said_waited_s_ > kSayWaitedS ||
          last_look_s_ - said_at_s_ > kSayAfterS)
        say_waited();
    }
  }

 private:
  usage::Look look() {
    usage::Look seen;
    if (sandbox_.root != nullptr) {
      const own_root::Contents contents = own_root::contents_of(sandbox_, kMostFiles);
      seen.files = contents.bytes > options_.disk ? kMostFiles + 1 : contents.files;
    } else if (struct statvfs work; statvfs(options_.work, &work) == 0) {
      seen.files = work.f_files - work.f_ffree;
    }
    DIR* folder = opendir("/proc");
    if (folder == nullptr) fail("/proc");
    ledger_.begin();
    while (const dirent* entry = readdir(folder)) {
      const char* pid = entry->d_name;
      if (!isdigit(static_cast<unsigned char>(pid[0]))) continue;
      const bool counts = sandbox_.root != nullptr ? own_root::user_of(pid) == sandbox_.user
                                                   : strcmp(pid, "1") != 0;
      if (counts) ledger_.add(pid, seen, options_.processes);
      if (seen.processes > options_.processes) break;
    }
    closedir(folder);
    const double now = now_s();
    ledger_.finish(now - last_look_s_, kLateS, now - started_s_);
    last_look_s_ = now;
    if (seen.memory > peak_) peak_ = seen.memory;
    return seen;
  }

  // Time in which a process was kept waiting for a processor does not count as wall time. But this
  // waiting time has a limit, too.
  const char* passed_limit(const usage::Look& seen) const {
    if (seen.memory > options_.memory) return "memory";
    if (seen.processes > options_.processes) return "processes";
    if (seen.files > kMostFiles) return "files";
    if (ledger_.cpu_s() > options_.cpu_s) return "cpu";
    if (options_.wall_s <= 0) return nullptr;
    const double gone_s = last_look_s_ - started_s_, used_s = gone_s - ledger_.waited_s();
    if (used_s > options_.wall_s) return "wall";
    return gone_s > kPatienceS + kMostStretch * used_s ? "starved" : nullptr;
  }

  // Reports the time that the command waited, and its processor time, since the last report. If no
  // report comes for longer than usual, the guard itself is waiting for a processor.
  void say_waited() {
    say(options_.waited, "%.3f %.3f\n", ledger_.waited_s() - said_waited_s_,
        ledger_.cpu_s() - said_cpu_s_);
    if (last_look_s_ - alive_at_s_ > kSayAfterS) {
      say(options_.report, "waited %.3f\n", ledger_.waited_s());
      alive_at_s_ = last_look_s_;
    }
    said_waited_s_ = ledger_.waited_s();
    said_cpu_s_ = ledger_.cpu_s();
    said_at_s_ = last_look_s_;
  }

  void say_all(const char* limit) {
    say_waited();
    say(options_.report, "peak %lld\ncpu %.3f\nwaited %.3f\nhit %s\n", peak_, ledger_.cpu_s(),
        ledger_.waited_s(), limit);
  }

  const Options& options_;
  const own_root::Sandbox& sandbox_;
  const pid_t command_;
  usage::Ledger ledger_;
  const double started_s_ = now_s();
  double last_look_s_ = started_s_, said_at_s_ = started_s_, alive_at_s_ = started_s_;
  double said_waited_s_ = 0, said_cpu_s_ = 0;
  long long peak_ = 0;
};

// Starts the command and waits until it ends, or until process `parent` ends. Then ends all
// processes of the command's group.
[[noreturn]] void run_bound(const char* parent, char** command) {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) sigaddset(&watched, number);
  sigprocmask(SIG_BLOCK, &watched, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  if (getppid() != whole_number("--bound", parent)) _exit(kFault);
  const pid_t self = getpid(), child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    sigprocmask(SIG_UNBLOCK, &watched, nullptr);
    if (getppid() != self) _exit(kFault);
    execvp(command[0], command);
    fprintf(stderr, "guard: %s: %s\n", command[0], strerror(errno));
    _exit(errno == ENOENT ? 127 : 126);
  }
  setpgid(child, child);
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(child, &status, WNOHANG)) != child) {
    const int number = sigwaitinfo(&watched, nullptr);
    // Whether this process was stopped, by a debugger or by SIGSTOP, and has continued.
    const bool was_stopped = number < 0 && errno == EINTR;
    if (number != SIGCHLD && !was_stopped) break;
  }
  kill(-child, SIGKILL);
  if (ended != child) waitpid(child, &status, 0);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "--filtered") == 0)
    return printf("%d\n", prctl(PR_GET_SECCOMP, 0, 0, 0, 0)) < 0;
  if (argc > 3 && strcmp(argv[1], "--single") == 0) {
    if (!restrict_processes() && prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0) fail("seccomp");
    execvp(argv[3], argv + 3);
    fail(argv[3]);
  }
  if (argc > 4 && strcmp(argv[1], "--bound") == 0) run_bound(argv[2], argv + 4);
  const Options options = read_options(argc, argv);
  if (options.root == nullptr && getpid() != 1) {  // kill(-1) would reach the whole machine
    fprintf(stderr,
            "guard: it ends all processes that it sees, so it must be the first process of a "
            "sandbox\n");
    return kFault;
  }
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // no other process can read the guard's memory
  const long long ours[] = {STDERR_FILENO, options.report, options.status, options.waited};
  for (const long long descriptor : ours)
    if (descriptor > STDERR_FILENO) fcntl(static_cast<int>(descriptor), F_SETFD, FD_CLOEXEC);
  own_root::Sandbox sandbox = {};
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  if (options.root != nullptr) {
    own_root::leave_a_copy_behind();
    sigaddset(&watched, SIGTERM);
    sandbox = own_root::open_sandbox(options.root, options.work, options.alone);
    entered = &sandbox;
  }
  signal(SIGPIPE, SIG_IGN);  // a reader that has ended is seen by say()
  sigprocmask(SIG_BLOCK, &watched, nullptr);

  const Layers layers;
  say(options.report, "landlock %d\nseccomp %d\n", layers.landlock, layers.seccomp ? 1 : 0);
  const Start start;
  const pid_t command = fork();
  if (command < 0) fail("fork");
  if (command == 0) become_command(options, layers, sandbox, start);
  const bool has_begun = start.wait();
  // The guard closes its copies of the command's pipes, so that a reader of such a pipe sees the
  // end of the data when the command ends.
  for (int at = 0; at < 64; at++)
    if (std::find(std::begin(ours), std::end(ours), at) == std::end(ours)) close(at);
  const int code = has_begun ? Watch(options, sandbox, command).until_its_end(watched) : kFault;
  if (sandbox.root != nullptr) own_root::close_sandbox(sandbox);
  entered = nullptr;
  say(options.status, "{\"exit-code\": %d}\n", code);
  return code;
}
