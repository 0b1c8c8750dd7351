// The header of our binary format, for code that reads a whole file or a part of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace handshake {

// The first byte is not text. If a program changes line ends while it copies a file, it also
// changes the bytes '\r' and '\n' here, so the file is no longer read as a binary graph.
constexpr char kBinaryMagic[8] = {'\x89', 'H', 'S', 'G', '\r', '\n', '\x1a', '\n'};
constexpr std::uint32_t kBinaryByteOrder = 0x01020304;
constexpr std::uint32_t kBinaryVersion = 1;
constexpr const char* kCopyHint = "copy or make the file again";

enum class WeightKind : std::uint32_t { kInt32 = 1, kFloat = 2, kDouble = 3 };

struct BinaryHeader {
  char magic[8];
  std::uint32_t byteOrder;
  std::uint32_t version;
  WeightKind weightKind;
  std::uint32_t reserved;
  std::int64_t numNodes;
  std::int64_t numEdges;
  std::uint64_t offsetsSum;
  std::uint64_t neighborsSum;
  std::uint64_t weightsSum;
  std::uint64_t headerSum;  // the checksum of all bytes before it

  // Where the arrays begin in the file.
  std::size_t offsets_place() const { return sizeof(BinaryHeader); }
  std::size_t neighbors_place() const {
    return offsets_place() + 8 * (static_cast<std::size_t>(numNodes) + 1);
  }
  std::size_t weights_place() const {
    return neighbors_place() + 4 * static_cast<std::size_t>(numEdges);
  }
};
static_assert(sizeof(BinaryHeader) == 72 && offsetof(BinaryHeader, headerSum) == 64);

std::uint64_t header_sum_of(const BinaryHeader& header);

// Throws InputError, which names `path`, if the header is incomplete or wrong, or if the length of
// the file is not exactly the length that follows from the header.
BinaryHeader read_binary_header(std::string_view bytes, const std::string& path);

}  // namespace handshake
