// The settings in the environment variables of settings_table.hpp, which are read once, before main.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace cuda_on_cpu {

enum class Order { forward, reverse, shuffle };
enum class Links { nvlink, pcie, none };

enum class Protection { keys, pages, none };

// Where text is written: a file, or with `descriptor:NUMBER` an open descriptor.
struct Destination {
  const char* name;  // null: nothing is written
  int descriptor;    // -1: `name` is the path of a file
};

struct Settings {
  int workers;             // CUCC_CPU_THREADS: operating system threads that run blocks
  int devices;             // CUCC_DEVICES: simulated devices
  Links links;             // CUCC_LINKS: peer access with or without atomic operations, or none
  size_t device_memory;    // CUCC_DEVICE_MEMORY: bytes per device; 0: equal share of all memory
  size_t margin;           // CUCC_MARGIN: accessible bytes on both sides of every array
  bool forgives_barriers;  // CUCC_FORGIVE_BARRIERS: threads that have ended need not arrive
  Order order;             // CUCC_SCHEDULE
  uint64_t seed;           //   the seed of shuffle:SEED
  Protection protection;   // CUCC_PROTECTION: `keys` acts like `pages` if the CPU has no keys
  Destination findings;    // CUCC_FINDINGS: findings as JSON lines
  bool is_quiet;           // CUCC_QUIET: findings go only to CUCC_FINDINGS
  bool interleaves;        // CUCC_INTERLEAVE: threads take turns, one access at a time
  Destination history;     // CUCC_HISTORY: the steps of all threads
  Destination counters;    // CUCC_COUNTERS: counters as JSON lines
  uint64_t loop_limit;     // CUCC_LOOP_LIMIT: iterations after which a loop counts as endless
};

constexpr int kMaxDevices = 16;
constexpr int kExitUsage = 2;

const Settings& settings();
std::FILE* open_to_write(const Destination& destination);  // null: see errno

}  // namespace cuda_on_cpu
