// Reads the settings from the environment. A value that is not allowed ends the program.
#include "cuda_on_cpu/runtime/settings.hpp"

#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cuda_on_cpu {
namespace {

// A variable that is set: under its name in settings_table.hpp, or under its older name. The text is
// null if it is not set, or if it is empty.
struct Variable {
  char name[64];
  const char* text;
};

Variable variable(const char* name) {
  constexpr const char* kPrefixes[] = {"CUCC_", "HANDSHAKE_"};
  const char* const rest = name + std::strlen(kPrefixes[0]);
  Variable result{};
  for (const char* prefix : kPrefixes) {
    std::snprintf(result.name, sizeof result.name, "%s%s", prefix, rest);
    result.text = std::getenv(result.name);
    if (result.text != nullptr) break;
  }
  if (result.text != nullptr && *result.text == '\0') result.text = nullptr;
  return result;
}

[[noreturn]] void reject(const Variable& given, const char* wanted) {
  std::fprintf(stderr, "cuda_on_cpu: %s=%s is not understood; it must be %s\n", given.name,
               given.text, wanted);
  std::exit(kExitUsage);
}

bool read_number(const char* text, uint64_t* number, const char** rest) {
  if (*text < '0' || *text > '9') return false;
  char* end = nullptr;
  errno = 0;
  *number = std::strtoull(text, &end, 10);
  *rest = end;
  return errno == 0;
}

uint64_t integer(const char* name, uint64_t fallback, uint64_t low, uint64_t high) {
  const Variable given = variable(name);
  if (given.text == nullptr) return fallback;
  uint64_t number = 0;
  const char* rest = "";
  if (!read_number(given.text, &number, &rest) || *rest != '\0' || number < low || number > high) {
    char wanted[96];
    std::snprintf(wanted, sizeof wanted, "a whole number from %llu to %llu",
                  static_cast<unsigned long long>(low), static_cast<unsigned long long>(high));
    reject(given, wanted);
  }
  return number;
}

size_t bytes(const char* name) {
  const Variable given = variable(name);
  if (given.text == nullptr) return 0;
  uint64_t number = 0;
  const char* rest = "";
  bool good = read_number(given.text, &number, &rest) && number > 0;
  int shift = 0;
  if (good && *rest != '\0') {
    const char* suffixes = "KMG";
    const char* suffix = std::strchr(suffixes, *rest);
    good = suffix != nullptr && rest[1] == '\0';
    if (good) shift = 10 * static_cast<int>(suffix - suffixes + 1);
  }
  good = good && number <= (uint64_t{1} << 46 >> shift);
  if (!good) reject(given, "a number of bytes, with K, M or G after it if you like (512M)");
  return static_cast<size_t>(number << shift);
}

void read_schedule(Settings* result) {
  const Variable given = variable("CUCC_SCHEDULE");
  const char* const value = given.text;
  result->order = Order::forward;
  if (value == nullptr || std::strcmp(value, "forward") == 0) return;
  if (std::strcmp(value, "reverse") == 0) {
    result->order = Order::reverse;
    return;
  }
  const char* rest = "";
  if (std::strncmp(value, "shuffle:", 8) != 0 || !read_number(value + 8, &result->seed, &rest) ||
      *rest != '\0') {
    reject(given, "forward, reverse or shuffle:SEED, where SEED is a whole number");
  }
  result->order = Order::shuffle;
}

Protection protection() {
  const Variable given = variable("CUCC_PROTECTION");
  const char* const value = given.text;
  if (value == nullptr || std::strcmp(value, "keys") == 0) return Protection::keys;
  if (std::strcmp(value, "none") == 0) return Protection::none;
  if (std::strcmp(value, "pages") != 0) reject(given, "keys, pages or none");
  return Protection::pages;
}

Links links() {
  const Variable given = variable("CUCC_LINKS");
  const char* const value = given.text;
  if (value == nullptr || std::strcmp(value, "nvlink") == 0) return Links::nvlink;
  if (std::strcmp(value, "pcie") == 0) return Links::pcie;
  if (std::strcmp(value, "none") != 0) reject(given, "nvlink, pcie or none");
  return Links::none;
}

int cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? static_cast<int>(online) : 1;
}

Destination destination(const char* name) {
  constexpr char kDescriptor[] = "descriptor:";
  constexpr size_t kLength = sizeof kDescriptor - 1;
  const Variable given = variable(name);
  const char* const value = given.text;
  if (value == nullptr) return {nullptr, -1};
  if (std::strncmp(value, kDescriptor, kLength) != 0) return {value, -1};
  uint64_t number;
  const char* rest;
  const bool is_number = read_number(value + kLength, &number, &rest);
  if (!is_number || *rest != '\0' || number > 1023) reject(given, "a file, or descriptor:NUMBER");
  return {value, static_cast<int>(number)};
}

Settings read_all() {
  Settings result{};
  result.workers =
      static_cast<int>(integer("CUCC_CPU_THREADS", static_cast<uint64_t>(cores()), 1, 1024));
  result.devices = static_cast<int>(integer("CUCC_DEVICES", 1, 1, kMaxDevices));
  result.links = links();
  result.device_memory = bytes("CUCC_DEVICE_MEMORY");
  result.margin = bytes("CUCC_MARGIN");
  result.forgives_barriers = integer("CUCC_FORGIVE_BARRIERS", 0, 0, 1) == 1;
  read_schedule(&result);
  result.protection = protection();
  result.findings = destination("CUCC_FINDINGS");
  result.is_quiet = integer("CUCC_QUIET", 0, 0, 1) == 1;
  result.counters = destination("CUCC_COUNTERS");
  result.history = destination("CUCC_HISTORY");
  result.interleaves = integer("CUCC_INTERLEAVE", 0, 0, 1) == 1;
  result.loop_limit = integer("CUCC_LOOP_LIMIT", 100000000, 1, uint64_t{1} << 62);
  return result;
}

}  // namespace

const Settings& settings() {
  static const Settings result = read_all();
  return result;
}

std::FILE* open_to_write(const Destination& destination) {
  if (destination.descriptor >= 0) return fdopen(destination.descriptor, "w");
  return std::fopen(destination.name, "we");
}

}  // namespace cuda_on_cpu
