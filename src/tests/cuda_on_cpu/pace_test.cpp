// Tests whether a launch counts as short: this depends on the time of the kernel's last launch.
#include "cuda_on_cpu/runtime/pace.hpp"

#include <gtest/gtest.h>

#include <thread>

using cuda_on_cpu::is_known_as_short;
using cuda_on_cpu::note_pace;

TEST(Pace, AssumesThatAnUnknownKernelTakesLong) {
  const long pace = 0;
  EXPECT_FALSE(is_known_as_short(pace, 1));
}

// A launch is short if it takes less than 20 microseconds. At 1.9 nanoseconds per thread, this is
// enough for 10526 threads.
TEST(Pace, IncludesFractionsOfANanosecond) {
  long pace = 0;
  note_pace(&pace, 1.9 * 1000000, 1000000);
  EXPECT_TRUE(is_known_as_short(pace, 10500));
  EXPECT_FALSE(is_known_as_short(pace, 10550));
  note_pace(&pace, 0.001 * 1000000, 1000000);
  EXPECT_TRUE(is_known_as_short(pace, 1000000));
}

TEST(Pace, IsRightForTheLargestLaunch) {
  constexpr uint64_t kThreads = uint64_t{0x7fffffff} * 65535 * 65535;
  long pace = 0;
  note_pace(&pace, 1e15, kThreads);
  EXPECT_FALSE(is_known_as_short(pace, kThreads));
  EXPECT_TRUE(is_known_as_short(pace, 1));
}

// ThreadSanitizer reports a race here if an access is not atomic.
TEST(Pace, CanBeNotedByTwoThreadsAtTheSameTime) {
  long pace = 0;
  const auto launch = [&pace](double nanoseconds) {
    for (int i = 0; i < 1000; i++) {
      is_known_as_short(pace, 1024);
      note_pace(&pace, nanoseconds, 1024);
    }
  };
  std::thread other(launch, 10.0);
  launch(100.0);
  other.join();
  EXPECT_TRUE(pace == 11 || pace == 101) << pace;
}
