// The first data that ranks exchange, to check that they can work together. A message is sent as
// the bytes of a struct, so all ranks must run the same program on the same kind of machine. They
// must also get the same command line.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "extensions/b_matching/distributed/messages.hpp"
#include "flags/version.hpp"
#include "graph/checksum.hpp"

namespace handshake::b_matching {

struct Hello {
  std::uint32_t byte_order = 0x01020304;
  std::uint32_t message_bytes = sizeof(Message);
  char version[24] = "b_matching " HANDSHAKE_VERSION;
  std::uint64_t words = 0;  // checksum of the command line
};
static_assert(sizeof(Hello) == 40 && std::is_trivially_copyable_v<Hello>);

inline Hello hello_of(int argc, char** argv) {
  std::string words;
  for (int i = 1; i < argc; ++i) words += std::string(argv[i]) + '\0';
  Hello hello;
  hello.words = xxh64(words.data(), words.size(), 0);
  return hello;
}

// How this rank differs from rank 0; empty if it does not.
inline std::string hello_fault(const Hello& mine, const Hello& of_rank_0) {
  if (mine.byte_order != of_rank_0.byte_order) {
    return "this machine has another byte order than rank 0; use machines of the same kind";
  }
  if (mine.message_bytes != of_rank_0.message_bytes ||
      std::memcmp(mine.version, of_rank_0.version, sizeof mine.version) != 0) {
    return "this program has another version than rank 0; start the same file on all machines";
  }
  if (mine.words != of_rank_0.words) {
    return "this rank was started with other flags than rank 0; start all ranks with the same "
           "flags";
  }
  return {};
}

}  // namespace handshake::b_matching
