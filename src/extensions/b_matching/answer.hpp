// The answer as a file. There is only one answer to a problem, the greedy b-matching (see
// matching/b_matching.hpp). So all algorithms write the same bytes, with any number of threads,
// GPUs and ranks.
//
// A text file has one line per node and no header. Line v, counted from 0, has the partners of node
// v, the best first. They are 0-based numbers, separated by spaces. If v has no partner, the line
// is -1.
//
// A file whose name ends in ".bin" is binary. Its numbers have the byte order of the machine. It
// consists of:
//   BMatchingHeader                  40 bytes
//   offsets   int64 [nodes + 1]      where the partners of each node begin; the first is 0
//   partners  int32 [partners]       in the same order as in the text
#pragma once

#include <cstdint>
#include <string>

#include "matching/b_matching.hpp"

namespace handshake::b_matching {

struct BMatchingHeader {
  char magic[8] = {'H', 'S', 'B', 'M', 'A', 'T', '0', '1'};
  std::uint32_t byte_order = 0x01020304;
  std::uint32_t reserved = 0;
  std::int64_t nodes = 0;
  std::int64_t partners = 0;   // of all nodes: twice the number of matched edges
  std::uint64_t checksum = 0;  // of all later bytes: checksum() in graph/checksum.hpp
};
static_assert(sizeof(BMatchingHeader) == 40);

// The file appears whole or not at all. Throws OutputError.
void write_b_matching(const std::string& path, const BMatching& matching);

}  // namespace handshake::b_matching
