// A sandbox without namespaces. It is for the user root in a container that does not allow
// namespaces and that is deleted afterwards. Each command runs as a separate user, and sees one
// folder, the root folder, as "/". At the end, all processes of this user are ended. The root
// folder has only the files that a command may read (own_root.py), so a command has no path to any
// other file. The user may write only in its work folder.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace own_root {

constexpr uid_t kFirstUser = 20000, kUsers = 40000;  // far from the ids of people and services
constexpr int kDeepest = 32;                         // levels of nested folders

struct Sandbox {
  const char* root;  // null: bubblewrap made the sandbox
  uid_t user;
  char work[32];  // the path of the work folder after chroot
  char work_outside[PATH_MAX];
};

struct Contents {
  unsigned long files = 0;
  long long bytes = 0;
};

[[noreturn]] inline void fail(const char* what) {
  fprintf(stderr, "guard: %s: %s\n", what, strerror(errno));
  _exit(125);
}

// The user of the process, from /proc; 0 if the process has ended or is a zombie. A process whose
// first thread has ended is called a zombie, too, but its other threads run on.
inline uid_t user_of(const char* pid) {
  char path[300], text[2048];
  snprintf(path, sizeof path, "/proc/%s/status", pid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t got = read(file, text, sizeof text - 1);
  close(file);
  text[got > 0 ? got : 0] = 0;
  const char* state = strstr(text, "\nState:\t");
  const char* user = strstr(text, "\nUid:\t");
  const char* threads = strstr(text, "\nThreads:\t");
  if (user == nullptr || state == nullptr || threads == nullptr) return 0;
  const bool is_gone = state[8] == 'Z' || state[8] == 'X';
  if (is_gone && strtoul(threads + 10, nullptr, 10) <= 1) return 0;
  return static_cast<uid_t>(strtoul(user + 6, nullptr, 10));
}

inline bool has_processes(uid_t user) {
  DIR* folder = opendir("/proc");
  if (folder == nullptr) fail("/proc");
  bool found = false;
  while (const dirent* entry = readdir(folder))
    found = found || (isdigit(static_cast<unsigned char>(entry->d_name[0])) &&
                      user_of(entry->d_name) == user);
  closedir(folder);
  return found;
}

// Ends all processes of a user with one signal. But the sender of the signal is a process of this
// user, too, and another process of the user may end it first. So this repeats until no process of
// the user is left.
inline void end_all(uid_t user) {
  const timespec pause = {0, 1000L * 1000};
  do {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    const pid_t sender = fork();
    if (sender == 0) {
      if (setresuid(user, user, user) == 0) kill(-1, SIGKILL);
      _exit(0);
    }
    nanosleep(&pause, nullptr);
  } while (has_processes(user));
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

// The process that started the guard may be ended at any time, together with its process group, to
// which the guard belongs. Then no process would end the command. So a copy of the guard leaves
// that group and does the work. The guard itself only waits for the copy.
inline void leave_a_copy_behind() {
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGTERM);
  sigaddset(&watched, SIGCHLD);
  sigprocmask(SIG_BLOCK, &watched, nullptr);
  const pid_t self = getpid(), copy = fork();
  if (copy < 0) fail("fork");
  if (copy == 0) {
    setsid();
    prctl(PR_SET_NAME, "guard", 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (getppid() != self) _exit(125);
    return;
  }
  prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  for (int at = 0; at < 64; at++) close(at);
  int status;
  while (waitpid(copy, &status, WNOHANG) != copy)
    if (sigwaitinfo(&watched, nullptr) == SIGTERM) kill(copy, SIGTERM);
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 125);
}

// `alone`: whether no other command runs in this root folder. If so, the command also finds its
// work folder under `name`.
inline Sandbox open_sandbox(const char* root, const char* name, bool alone) {
  Sandbox made = {root, kFirstUser + getpid() % kUsers, "", ""};
  for (;; made.user = kFirstUser + (made.user + 1 - kFirstUser) % kUsers) {
    if (has_processes(made.user)) continue;
    snprintf(made.work, sizeof made.work, "/work.%u", made.user);
    snprintf(made.work_outside, sizeof made.work_outside, "%s%s", root, made.work);
    if (mkdir(made.work_outside, 0700) == 0) break;
    if (errno != EEXIST) fail(made.work_outside);
  }
  if (chown(made.work_outside, made.user, made.user) != 0) fail(made.work_outside);
  if (!alone) return made;
  char link[PATH_MAX];
  snprintf(link, sizeof link, "%s%s", root, name);
  unlink(link);
  if (symlink(made.work + 1, link) != 0) fail(link);
  return made;
}

inline void enter(const Sandbox& sandbox) {
  if (setsid() < 0) fail("setsid");
  if (chroot(sandbox.root) != 0 || chdir(sandbox.work) != 0) fail("its root folder");
  if (setgroups(0, nullptr) != 0 || setresgid(sandbox.user, sandbox.user, sandbox.user) != 0 ||
      setresuid(sandbox.user, sandbox.user, sandbox.user) != 0)
    fail("its user");
}

// Adds the number and the size of the files below the folder to `contents`. Stops when there are
// more than `most` files or too many levels of folders.
inline void count(int folder, int depth, unsigned long most, Contents& contents) {
  DIR* listed = fdopendir(folder);
  if (listed == nullptr) close(folder);
  if (listed == nullptr || depth > kDeepest) contents.files = most + 1;
  while (listed != nullptr && contents.files <= most) {
    const dirent* entry = readdir(listed);
    if (entry == nullptr) break;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct stat about;
    contents.files++;
    if (fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
    contents.bytes += 512LL * about.st_blocks;
    if (!S_ISDIR(about.st_mode)) continue;
    // The folder may have been replaced by a pipe, which must not keep this process waiting.
    const int inner =
        openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (inner >= 0) count(inner, depth + 1, most, contents);
  }
  if (listed != nullptr) closedir(listed);
}

inline Contents contents_of(const Sandbox& sandbox, unsigned long most) {
  Contents contents;
  const int folder = open(sandbox.work_outside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) count(folder, 0, most, contents);
  return contents;
}

inline void close_sandbox(const Sandbox& sandbox) {
  end_all(sandbox.user);
  if (rmdir(sandbox.work_outside) == 0) return;
  char tool[] = "/bin/rm", flags[] = "-rf";
  char* words[] = {tool, flags, const_cast<char*>(sandbox.work_outside), nullptr};
  char* nothing[] = {nullptr};
  pid_t remover;
  if (posix_spawn(&remover, tool, nullptr, nullptr, words, nothing) == 0)
    waitpid(remover, nullptr, 0);
}

}  // namespace own_root
