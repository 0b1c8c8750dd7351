// Says which small change of the kernels is made (src/cuda_on_cpu/translate/variants.hpp), and ends
// loops that the change made endless. The file HANDSHAKE_VARIANT holds the number of the change and
// how many turns the loops of a function may make; the check writes them before each case.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kTooManyTurns = 3;  // the exit code

struct Choice {
  long variant, turns;
};

long turns_left = 0;

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

extern "C" void cuda_on_cpu_count_turn() {
  if (--turns_left < 0) _exit(kTooManyTurns);
}
