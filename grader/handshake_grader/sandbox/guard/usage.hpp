// What all processes of a command use together, as the operating system counts it: processor time,
// memory, and the time in which one of the processes could have run but got no processor.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace usage {

// Reads a file of /proc into `text`; the text is empty if the process has ended.
inline const char* read_text(const char* path, char* text, size_t size) {
  text[0] = 0;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  const ssize_t got = read(file, text, size - 1);
  close(file);
  text[got > 0 ? got : 0] = 0;
  return text;
}

struct Process {
  unsigned long long started = 0;  // start time: distinguishes two processes with the same number
  double cpu_s = 0;                // of the process itself
  unsigned long seen = 0;          // the number of the last look (see Ledger) that found it
};

struct Thread {
  unsigned long long ran = 0, waited = 0;  // nanoseconds; a wait is added when it ends
  bool is_ready = false;                   // on a processor, or waiting for one
  unsigned long seen = 0;
};

struct Seen {
  Process process;
  double of_gone_s = 0;  // CPU time of its ended children, if it has waited for them
  long long memory = 0;
  long threads = 0;
};

// A number of KiB in /proc/PID/status, such as the one after "VmPTE:".
inline long long status_kib(const char* text, const char* name) {
  const char* found = strstr(text, name);
  return found == nullptr ? 0 : strtoll(found + strlen(name), nullptr, 10);
}

// The text after the name in a file /proc/.../stat; this text begins with the state. Returns null
// if the thread has ended.
inline const char* after_name(const char* text) {
  const char* end = strrchr(text, ')');  // the name itself can contain ')'
  return end == nullptr ? nullptr : end + 2;
}

inline Thread see_thread(const char* pid, const char* tid) {
  char path[600], text[1024];
  Thread seen;
  snprintf(path, sizeof path, "/proc/%s/task/%s/schedstat", pid, tid);
  char* end = nullptr;
  seen.ran = strtoull(read_text(path, text, sizeof text), &end, 10);
  seen.waited = strtoull(end, nullptr, 10);
  snprintf(path, sizeof path, "/proc/%s/task/%s/stat", pid, tid);
  const char* state = after_name(read_text(path, text, sizeof text));
  seen.is_ready = state != nullptr && *state == 'R';
  return seen;
}

// Reads the numbers that follow the state in folder/stat: field[N] is field N + 3 of the file.
// Returns false if there is no such thread.
inline bool read_fields(const char* folder, unsigned long long (&field)[23]) {
  char path[640], text[1024];
  snprintf(path, sizeof path, "%s/stat", folder);
  const char* state = after_name(read_text(path, text, sizeof text));
  if (state == nullptr) return false;
  const char* at = state + 1;
  for (int number = 1; number < 22; number++) {
    char* end = nullptr;
    field[number] = strtoull(at, &end, 10);
    if (end == at) return false;
    at = end;
  }
  return true;
}

// The number of mappings of shared memory without a file.
inline long long shared_mappings(const char* folder) {
  char path[640];
  snprintf(path, sizeof path, "%s/maps", folder);
  std::ifstream maps(path);
  long long found = 0;
  for (std::string line; std::getline(maps, line);)
    found += line.find(" /dev/zero (deleted)") != std::string::npos;
  return found;
}

// Resident bytes, page tables, and bytes that the system does not count as resident: reserved huge
// pages, and memory that is swapped out (a process can ask the system to swap its memory out).
// Shared memory continues to exist, and is not resident, when a process gives its pages back or
// unmaps a part of it. So each mapping of it counts `shared` bytes, which is its largest size.
inline long long memory_of(const char* folder, const unsigned long long (&field)[23],
                           long long shared = 0) {
  char path[640], text[4096];
  snprintf(path, sizeof path, "%s/status", folder);
  read_text(path, text, sizeof text);
  return static_cast<long long>(field[21]) * sysconf(_SC_PAGESIZE) +
         1024 * (status_kib(text, "\nVmPTE:") + status_kib(text, "\nVmSwap:") +
                 status_kib(text, "\nHugetlbPages:")) +
         (shared > 0 ? shared * shared_mappings(folder) : 0);
}

// Returns false if the process has ended.
inline bool see(const char* pid, Seen& seen, long long shared) {
  char folder[300];
  unsigned long long field[23] = {};
  snprintf(folder, sizeof folder, "/proc/%s", pid);
  if (!read_fields(folder, field)) return false;
  const double tick_s = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  seen.process.cpu_s = static_cast<double>(field[11] + field[12]) * tick_s;
  seen.of_gone_s = static_cast<double>(field[13] + field[14]) * tick_s;
  seen.threads = static_cast<long>(field[17]);
  seen.process.started = field[19];
  seen.memory = memory_of(folder, field, shared);
  return true;
}

struct Look {
  long long memory = 0;
  long processes = 0;
  unsigned long files = 0;
};

// The processor time of all processes, and the time in which they waited for a processor, until the
// latest look at them.
class Ledger {
 public:
  // `shared`: the largest mapping of shared memory without a file; 0: there is none.
  explicit Ledger(long long shared = 0) : shared_(shared) {}

  // One look: `begin`, then `add` for each process, then `finish`.
  void begin() {
    rusage gone;
    getrusage(RUSAGE_CHILDREN, &gone);
    counted_s_ = static_cast<double>(gone.ru_utime.tv_sec + gone.ru_stime.tv_sec) +
                 1e-6 * static_cast<double>(gone.ru_utime.tv_usec + gone.ru_stime.tv_usec);
    waits_s_.clear();
    one_waits_ = false;
    looks_++;
  }

  // Ignores the process if `look` has already counted more than `most` processes and threads: if
  // processes start as fast as they are counted, the count would never end.
  void add(const char* pid, Look& look, long most) {
    Seen seen;
    if (look.processes > most || !see(pid, seen, shared_)) return;
    look.processes += seen.threads;
    counted_s_ += seen.process.cpu_s + seen.of_gone_s;
    Process& known = processes_[static_cast<pid_t>(strtol(pid, nullptr, 10))];
    if (known.started != seen.process.started) {
      own_of_gone_s_ += known.cpu_s;
      known = {seen.process.started, 0, 0};
    }
    seen.process.seen = looks_;
    known = seen.process;
    // If the first thread of a process has ended, /proc shows memory only for its other threads.
    look.memory += std::max(seen.memory, add_threads(pid, seen.memory == 0, most));
  }

  void add_wait(double wait_s) { waits_s_.push_back(wait_s); }

  // `interval_s` is the time since the previous look; if it is longer than `late_s`, the guard
  // itself was kept waiting. `gone_s` is the time since the command began.
  void finish(double interval_s, double late_s, double gone_s) {
    double own_s = 0;
    for (auto one = processes_.begin(); one != processes_.end();) {
      if (one->second.seen == looks_) {
        own_s += (one++)->second.cpu_s;
      } else {
        own_of_gone_s_ += one->second.cpu_s;
        one = processes_.erase(one);
      }
    }
    for (auto one = threads_.begin(); one != threads_.end();)
      one = one->second.seen == looks_ ? std::next(one) : threads_.erase(one);
    // If no process waits for an ended child, the operating system does not add the child's time
    // to any total. So the time that was measured at earlier looks is kept.
    const double seen_s = own_s + own_of_gone_s_;
    cpu_s_ = std::max({cpu_s_, counted_s_, seen_s});
    std::sort(waits_s_.rbegin(), waits_s_.rend());
    waits_s_.resize(std::min(waits_s_.size(), kMostInTurn));
    const double waited_s =
        one_waits_ ? interval_s : std::accumulate(waits_s_.begin(), waits_s_.end(), 0.0);
    kept_waiting_s_ += std::min(interval_s, std::max(waited_s, interval_s - late_s));
    // While one of the threads runs, the others may be waiting for that thread, not for a
    // processor. So time in which a thread runs does not count as waiting time.
    waited_s_ = std::max(waited_s_, std::min(kept_waiting_s_, gone_s - cpu_s_));
  }

  double cpu_s() const { return cpu_s_; }
  // The wall time in which at least one thread waited for a processor that other programs used.
  double waited_s() const { return waited_s_; }

 private:
  // Reads the counters of the threads of a process. With `with_memory`, returns the largest memory
  // size that /proc shows for a thread. If a thread was ready at the previous look and at this
  // look, and did not run in between, it has waited all this time. (On a busy machine, a wait can
  // be longer than the time between two looks.)
  long long add_threads(const char* pid, bool with_memory, long most) {
    long long memory = 0;
    long listed = 0;
    char path[600];
    snprintf(path, sizeof path, "/proc/%s/task", pid);
    DIR* folder = opendir(path);
    if (folder == nullptr) return 0;
    while (const dirent* entry = readdir(folder)) {
      if (!isdigit(static_cast<unsigned char>(entry->d_name[0]))) continue;
      if (++listed > most) break;
      Thread seen = see_thread(pid, entry->d_name);
      Thread& known = threads_[static_cast<pid_t>(strtol(entry->d_name, nullptr, 10))];
      if (seen.ran < known.ran) known = {};  // an earlier thread had the same number
      if (seen.waited > known.waited)
        add_wait(1e-9 * static_cast<double>(seen.waited - known.waited));
      one_waits_ |= known.is_ready && seen.is_ready && seen.ran == known.ran;
      seen.seen = looks_;
      known = seen;
      unsigned long long field[23] = {};
      snprintf(path, sizeof path, "/proc/%s/task/%s", pid, entry->d_name);
      if (with_memory && read_fields(path, field))
        memory = std::max(memory, memory_of(path, field, shared_));
    }
    closedir(folder);
    return memory;
  }

  long long shared_;
  std::unordered_map<pid_t, Process> processes_;
  std::unordered_map<pid_t, Thread> threads_;
  // The waits of threads, as the current look has found them. Host code, the broker and the device
  // take turns, so the kMostInTurn longest waits are added up. All other waits overlap with these.
  std::vector<double> waits_s_;
  static constexpr size_t kMostInTurn = 3;
  unsigned long looks_ = 0;
  double counted_s_ = 0, own_of_gone_s_ = 0, cpu_s_ = 0;
  double kept_waiting_s_ = 0, waited_s_ = 0;
  bool one_waits_ = false;
};

}  // namespace usage
