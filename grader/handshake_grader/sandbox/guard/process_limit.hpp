// Finds out whether the operating system's limit of processes counts only this sandbox's processes.
#pragma once

#include <sys/utsname.h>

#include <cstdlib>

// Whether Linux counts the processes of a user separately in each user namespace (5.14 or newer).
// Older versions count all processes of this user on the machine. Then another program of the
// person who grades, or another sandbox, could use up the limit, and a right submission would not
// compile. The same can happen in containers, because all containers use the same numbers for their
// users.
inline bool counts_namespaces(const char* release) {
  char* rest = nullptr;
  const long version = strtol(release, &rest, 10);
  if (*rest != '.') return false;
  const long part = strtol(rest + 1, nullptr, 10);
  return version > 5 || (version == 5 && part >= 14);
}

// Whether the operating system's limit can be used. If not, only the guard limits the number of
// processes: it counts them itself.
inline bool counts_own_processes(bool has_namespace) {
  utsname machine{};
  return has_namespace && uname(&machine) == 0 && counts_namespaces(machine.release);
}
