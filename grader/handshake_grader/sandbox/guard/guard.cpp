// The first process inside the sandbox. It closes more doors in front of the command that it starts
// (resource limits, Landlock, seccomp), and watches what bubblewrap can not bound: the memory, the
// CPU time and the number of all processes together. It is PID 1, so nothing in there can end it.
//
//   guard --cpu SECONDS --memory BYTES --file BYTES --processes N --work FOLDER
//         [--write PATH]... [--report DESCRIPTOR] -- COMMAND...
//   guard --root FOLDER [--status DESCRIPTOR] [--alone 1] ...     where there is no bubblewrap, and
//         so no PID 1: the guard makes the sandbox itself (own_root.hpp)
//   guard --single -- COMMAND...      inside the other: COMMAND may start no copy of itself
//   guard --filtered                  inside the other: 2 where seccomp is active
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "landlock.hpp"
#include "own_root.hpp"
#include "seccomp.hpp"

namespace {

constexpr int kFault = 125;  // nothing was run
constexpr int kMostWritten = 4;
constexpr unsigned long kMostFiles = 20000;  // in the work folder; its size does not bound them
constexpr long kLookNanoseconds = 20 * 1000 * 1000;

struct Options {
  double cpu_s = 0;
  long long memory = 0;
  long long file = 0;
  long processes = 0;
  const char* work = nullptr;
  const char* written[kMostWritten + 1] = {};  // ends with a null pointer
  const char* root = nullptr;
  long long disk = 0;
  bool alone = false;
  int report = -1;
  int status = -1;
  char** command = nullptr;
};

// What this kernel offers; the grader decides whether it is enough.
struct Layers {
  int landlock = landlock_version();
  bool seccomp = prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
};

struct Usage {
  long long memory = 0;
  long processes = 0;
  unsigned long files = 0;
  double cpu_s = 0;
};

[[noreturn]] void fail(const char* what) {
  fprintf(stderr, "guard: %s: %s\n", what, strerror(errno));
  _exit(kFault);
}

Options read_options(int argc, char** argv) {
  Options options;
  int at = 1, num_written = 0;
  for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2) {
    const char* value = argv[at + 1];
    if (strcmp(argv[at], "--cpu") == 0)
      options.cpu_s = atof(value);
    else if (strcmp(argv[at], "--memory") == 0)
      options.memory = atoll(value);
    else if (strcmp(argv[at], "--file") == 0)
      options.file = atoll(value);
    else if (strcmp(argv[at], "--processes") == 0)
      options.processes = atol(value);
    else if (strcmp(argv[at], "--work") == 0)
      options.work = value;
    else if (strcmp(argv[at], "--write") == 0 && num_written < kMostWritten)
      options.written[num_written++] = value;
    else if (strcmp(argv[at], "--root") == 0)
      options.root = value;
    else if (strcmp(argv[at], "--disk") == 0)
      options.disk = atoll(value);
    else if (strcmp(argv[at], "--alone") == 0)
      options.alone = atoi(value) != 0;
    else if (strcmp(argv[at], "--report") == 0)
      options.report = atoi(value);
    else if (strcmp(argv[at], "--status") == 0)
      options.status = atoi(value);
    else
      fail(argv[at]);
  }
  options.command = argv + at + 1;
  const bool whole = options.cpu_s > 0 && options.memory > 0 && options.file > 0 &&
                     options.processes > 0 && options.work != nullptr;
  if (at + 1 >= argc || !whole) fail("its arguments");
  return options;
}

// One write, so that a line is never cut.
void report(const Options& options, const char* format, ...) {
  char line[128];
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (options.report >= 0 && write(options.report, line, length) != length) _exit(kFault);
}

void limit(int resource, rlim_t most) {
  const rlimit limits = {most, most};
  if (setrlimit(static_cast<__rlimit_resource_t>(resource), &limits) != 0) fail("setrlimit");
}

[[noreturn]] void become_command(const Options& options, const Layers& layers,
                                 const own_root::Sandbox& sandbox) {
  // The kernel counts whole ticks, which can be more than what was used: the guard looks first.
  limit(RLIMIT_CPU, 2 * static_cast<rlim_t>(options.cpu_s) + 2);
  limit(RLIMIT_FSIZE, options.file);
  limit(RLIMIT_NPROC, options.processes);
  limit(RLIMIT_NOFILE, 64);
  limit(RLIMIT_CORE, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (sandbox.root != nullptr) own_root::enter(sandbox);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("PR_SET_NO_NEW_PRIVS");
  const char* work = sandbox.root != nullptr ? sandbox.work : options.work;
  if (layers.landlock > 0) restrict_files(layers.landlock, work, options.written);
  // Names of sockets are those of the network, which is the container's in a root folder.
  if (layers.seccomp && !restrict_calls(sandbox.root == nullptr)) fail("seccomp");
  execvp(options.command[0], options.command);
  fprintf(stderr, "guard: %s: %s\n", options.command[0], strerror(errno));
  _exit(errno == ENOENT ? 127 : 126);
}

// Adds what /proc says of one process. It may end while we look.
void add_process(const char* pid, Usage& usage) {
  char path[300], text[1024];
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t got = read(file, text, sizeof text - 1);
  close(file);
  if (got <= 0) return;
  text[got] = 0;
  const char* after_name = strrchr(text, ')');  // the name can hold anything
  unsigned long user, system;
  long user_of_gone, system_of_gone, threads, resident;  // gone: its children that it waited for
  if (after_name == nullptr ||
      sscanf(after_name + 1,
             " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u"
             " %lu %lu %ld %ld %*d %*d %ld %*d %*u %*u %ld",
             &user, &system, &user_of_gone, &system_of_gone, &threads, &resident) != 6)
    return;
  usage.memory += static_cast<long long>(resident) * sysconf(_SC_PAGESIZE);
  usage.processes += threads;
  const double ticks = static_cast<double>(user + system) + user_of_gone + system_of_gone;
  usage.cpu_s += ticks / sysconf(_SC_CLK_TCK);
}

// Stops where there are too many: a list that grows as fast as it is read has no end.
Usage look(const Options& options, const own_root::Sandbox& sandbox) {
  Usage usage;
  rusage gone;
  getrusage(RUSAGE_CHILDREN, &gone);
  usage.cpu_s = gone.ru_utime.tv_sec + gone.ru_stime.tv_sec +
                1e-6 * (gone.ru_utime.tv_usec + gone.ru_stime.tv_usec);
  if (sandbox.root != nullptr) {
    const own_root::Contents contents = own_root::contents_of(sandbox, kMostFiles);
    usage.files = contents.bytes > options.disk ? kMostFiles + 1 : contents.files;
  } else if (struct statvfs work; statvfs(options.work, &work) == 0) {
    usage.files = work.f_files - work.f_ffree;
  }
  DIR* folder = opendir("/proc");
  if (folder == nullptr) fail("/proc");
  while (const dirent* entry = readdir(folder)) {
    const char* pid = entry->d_name;
    if (!isdigit(static_cast<unsigned char>(pid[0]))) continue;
    const bool counts =
        sandbox.root != nullptr ? own_root::user_of(pid) == sandbox.user : strcmp(pid, "1") != 0;
    if (counts) add_process(pid, usage);
    if (usage.processes > options.processes) break;
  }
  closedir(folder);
  return usage;
}

const char* passed_limit(const Usage& usage, const Options& options) {
  if (usage.memory > options.memory) return "memory";
  if (usage.processes > options.processes) return "processes";
  if (usage.files > kMostFiles) return "files";
  if (usage.cpu_s > options.cpu_s) return "cpu";
  return nullptr;
}

// The exit code of the command, as a shell gives it.
int watch(pid_t command, const Options& options, const own_root::Sandbox& sandbox,
          const sigset_t& watched) {
  const timespec pause = {0, kLookNanoseconds};
  long long peak = 0;
  while (true) {
    if (sigtimedwait(&watched, nullptr, &pause) == SIGTERM) return 128 + SIGKILL;
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (pid != command || !(WIFEXITED(status) || WIFSIGNALED(status))) continue;
      report(options, "peak %lld\n", peak);
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    const Usage usage = look(options, sandbox);
    if (usage.memory > peak) peak = usage.memory;
    if (const char* limit = passed_limit(usage, options)) {
      if (sandbox.root == nullptr) kill(-1, SIGKILL);
      fprintf(stderr, "guard: ended, because it used more than its limit of %s\n", limit);
      report(options, "peak %lld\nhit %s\n", peak, limit);
      return 128 + SIGKILL;
    }
  }
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
  const Options options = read_options(argc, argv);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // nobody looks into this process
  if (options.report >= 0) fcntl(options.report, F_SETFD, FD_CLOEXEC);
  if (options.status >= 0) fcntl(options.status, F_SETFD, FD_CLOEXEC);
  own_root::Sandbox sandbox = {};
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  if (options.root != nullptr) {
    own_root::leave_a_copy_behind();
    sigaddset(&watched, SIGTERM);
    sandbox = own_root::open_sandbox(options.root, options.work, options.alone);
  }
  sigprocmask(SIG_BLOCK, &watched, nullptr);

  const Layers layers;
  report(options, "landlock %d\nseccomp %d\n", layers.landlock, layers.seccomp ? 1 : 0);
  const pid_t command = fork();
  if (command < 0) fail("fork");
  if (command == 0) become_command(options, layers, sandbox);
  // The command's pipes are its own: whoever reads them must see their end when it ends.
  for (int at = 0; at < 64; at++)
    if (at != STDERR_FILENO && at != options.report && at != options.status) close(at);
  const int code = watch(command, options, sandbox, watched);
  if (sandbox.root != nullptr) own_root::close_sandbox(sandbox);
  if (options.status >= 0) dprintf(options.status, "{\"exit-code\": %d}\n", code);
  return code;
}
