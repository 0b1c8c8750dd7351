// Reads the guard's command line. If a part of it is wrong, the guard ends.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int kFault = 125;  // exit code: the guard has failed
constexpr int kMostWritten = 4;

struct Options {
  double cpu_s = 0;
  double wall_s = 0;  // 0: the process that started the guard limits the time
  long long memory = 0;
  long long file = 0;
  long long processes = 0;
  const char* work = nullptr;
  const char* written[kMostWritten + 1] = {};  // ends with a null pointer
  const char* root = nullptr;
  long long disk = 0;
  long long alone = 0;
  long long shared = 0;  // the largest mapping of shared memory without a file, in bytes
  long long report = -1;
  long long status = -1;
  long long waited = -1;
  char** command = nullptr;
};

[[noreturn]] inline void refuse(const char* name, const char* value) {
  fprintf(stderr, "guard: %s %s: it cannot be understood\n", name, value);
  _exit(kFault);
}

inline long long whole_number(const char* name, const char* text) {
  char* end = nullptr;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (errno != 0 || end == text || *end != 0 || value < 0) refuse(name, text);
  return value;
}

inline double seconds(const char* name, const char* text) {
  char* end = nullptr;
  errno = 0;
  const double value = strtod(text, &end);
  if (errno != 0 || end == text || *end != 0 || !(value > 0 && value < 1e9)) refuse(name, text);
  return value;
}

inline Options read_options(int argc, char** argv) {
  Options options;
  const struct {
    const char* name;
    long long* value;
  } numbers[] = {{"--memory", &options.memory}, {"--file", &options.file},
                 {"--disk", &options.disk},     {"--processes", &options.processes},
                 {"--alone", &options.alone},   {"--report", &options.report},
                 {"--status", &options.status}, {"--waited", &options.waited},
                 {"--shared", &options.shared}};
  int at = 1, num_written = 0;
  for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2) {
    const char *name = argv[at], *value = argv[at + 1];
    long long* number = nullptr;
    for (const auto& one : numbers)
      if (strcmp(name, one.name) == 0) number = one.value;
    if (number != nullptr)
      *number = whole_number(name, value);
    else if (strcmp(name, "--cpu") == 0)
      options.cpu_s = seconds(name, value);
    else if (strcmp(name, "--wall") == 0)
      options.wall_s = seconds(name, value);
    else if (strcmp(name, "--work") == 0)
      options.work = value;
    else if (strcmp(name, "--root") == 0)
      options.root = value;
    else if (strcmp(name, "--write") == 0 && num_written < kMostWritten)
      options.written[num_written++] = value;
    else
      refuse(name, value);
  }
  options.command = argv + at + 1;
  const bool whole = options.cpu_s > 0 && options.memory > 0 && options.file > 0 &&
                     options.processes > 0 && options.work != nullptr;
  if (at + 1 >= argc || !whole) refuse("its command line:", "too few arguments");
  return options;
}
