// The libFuzzer program for the reader of binary files.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz_targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  handshake::fuzz_binary(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
