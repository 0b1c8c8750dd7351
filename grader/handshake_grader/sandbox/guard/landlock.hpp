// Landlock: the operating system allows writes only to the folders and files that restrict_files
// allows, whatever is mounted.
#pragma once

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

// Landlock's constants. The kernel's header on this machine may be too old to have all of them.
namespace landlock {
constexpr uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadDir = 1 << 3;
constexpr uint64_t kFirstRights = (1 << 13) - 1, kRefer = 1 << 13, kTruncate = 1 << 14;
constexpr uint64_t kBindTcp = 1 << 0, kConnectTcp = 1 << 1;
constexpr uint64_t kAbstractSockets = 1 << 0, kSignals = 1 << 1;
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;

struct Ruleset {
  uint64_t files, network, scoped;
};
struct __attribute__((packed)) Beneath {
  uint64_t allowed;
  int32_t folder;
};
}  // namespace landlock

// The version of Landlock; 0 if the kernel does not have it.
inline int landlock_version() {
  const long version = syscall(landlock::kCreateRuleset, nullptr, 0, 1);
  return version < 0 ? 0 : static_cast<int>(version);
}

inline void allow(int ruleset, const char* path, uint64_t rights) {
  landlock::Beneath rule = {rights, open(path, O_PATH | O_CLOEXEC)};
  if (rule.folder < 0 || syscall(landlock::kAddRule, ruleset, 1, &rule, 0) != 0) {
    fprintf(stderr, "guard: landlock: %s: %s\n", path, strerror(errno));
    _exit(125);
  }
  close(rule.folder);
}

// In `work` everything is allowed. Below each path of `written`, files may be written, but not
// created. The list `written` ends with a null pointer.
inline void restrict_files(int version, const char* work, const char* const* written) {
  using namespace landlock;
  const uint64_t of_files = kExecute | kWriteFile | kReadFile | (version >= 3 ? kTruncate : 0);
  Ruleset rules = {kFirstRights, 0, 0};
  if (version >= 2) rules.files |= kRefer;
  if (version >= 3) rules.files |= kTruncate;
  if (version >= 4) rules.network = kBindTcp | kConnectTcp;
  if (version >= 6) rules.scoped = kAbstractSockets | kSignals;
  const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int ruleset = static_cast<int>(syscall(kCreateRuleset, &rules, size, 0));
  if (ruleset < 0) {
    fprintf(stderr, "guard: landlock: %s\n", strerror(errno));
    _exit(125);
  }
  allow(ruleset, "/", kExecute | kReadFile | kReadDir);
  allow(ruleset, work, rules.files);
  allow(ruleset, "/dev/null", of_files);
  for (; *written != nullptr; written++) allow(ruleset, *written, of_files);
  if (syscall(kRestrictSelf, ruleset, 0) != 0) {
    fprintf(stderr, "guard: landlock: %s\n", strerror(errno));
    _exit(125);
  }
  close(ruleset);
}
