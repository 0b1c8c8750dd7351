// Random numbers for cases.
#pragma once

#include <cstdint>

namespace handshake::suite {

// Random numbers that are the same on every machine and with every compiler.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  int between(int smallest, int largest);

 private:
  uint64_t state_;
};

}  // namespace handshake::suite
