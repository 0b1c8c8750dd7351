// Selects one of the small changes of the code (src/cuda_on_cpu/translate/variants.hpp), and ends
// loops that the change made endless. The environment variable HANDSHAKE_VARIANT names a file.
// Before each case, the check program writes two numbers into this file: the number of the change,
// and the number of iterations that the loops of a function may make. After these two numbers, the
// program with the changes writes two more: whether it has ended a loop, and which values the
// changed condition had.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

struct Choice {
  long variant, turns, has_ended_loop;
  long outcomes;  // values of the changed condition: 1: only false, 2: only true, 3: both
};

long turns_left = 0, host_turns_left = 0;

Choice* open_choice() {
  const char* path = std::getenv("HANDSHAKE_VARIANT");
  const int file = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
  void* mapped = mmap(nullptr, sizeof(Choice), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) return static_cast<Choice*>(mapped);
  std::perror("HANDSHAKE_VARIANT");
  std::exit(1);
}

Choice& choice() {
  static Choice* const opened = open_choice();
  return *opened;
}

}  // namespace

// Every function of device code calls this first.
extern "C" int cuda_on_cpu_variant() {
  turns_left = choice().turns;
  return static_cast<int>(choice().variant);
}

// Every function of host code calls this first.
extern "C" int cuda_on_cpu_host_variant() {
  host_turns_left = choice().turns;
  return static_cast<int>(choice().variant);
}

// Every lambda function calls this first.
extern "C" int cuda_on_cpu_same_variant() {
  return static_cast<int>(choice().variant);
}

// Counts one iteration, and returns whether the loop may continue.
extern "C" bool cuda_on_cpu_count_turn() {
  if (turns_left-- > 0) return true;
  choice().has_ended_loop = 1;
  return false;
}

extern "C" bool cuda_on_cpu_count_host_turn() {
  if (host_turns_left-- > 0) return true;
  choice().has_ended_loop = 1;
  return false;
}

// Records the outcome of a changed condition, and returns it.
extern "C" bool cuda_on_cpu_came_out(bool holds) {
  choice().outcomes |= holds ? 2 : 1;
  return holds;
}

extern "C" bool cuda_on_cpu_host_came_out(bool holds) {
  return cuda_on_cpu_came_out(holds);
}
