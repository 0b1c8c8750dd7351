// Reads the header of a binary graph, and throws an error if anything is wrong with it.
#include "graph/binary_header.hpp"

#include <cstring>
#include <limits>

#include "graph/checksum.hpp"
#include "graph/csr.hpp"
#include "graph/input_error.hpp"

namespace handshake {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what, const std::string& hint) {
  throw InputError(path, 0, what + "; " + hint);
}

void check_length(const BinaryHeader& header, std::string_view bytes, const std::string& path) {
  const auto numNodes = static_cast<std::size_t>(header.numNodes);
  const auto numEdges = static_cast<std::size_t>(header.numEdges);
  const std::size_t weightBytes = header.weightKind == WeightKind::kDouble ? 8 : 4;
  const std::size_t bytesForEdges = bytes.size() - sizeof header;
  const bool countable = numEdges <= bytesForEdges / (sizeof(Node) + weightBytes);
  const std::size_t expected = header.weights_place() + numEdges * weightBytes;
  if (!countable || bytes.size() < expected)
    fail(path,
         "the file is truncated: it has " + std::to_string(bytes.size()) +
             " bytes, which is too few for " + std::to_string(numNodes) + " nodes and " +
             std::to_string(numEdges) + " directed edges",
         kCopyHint);
  if (bytes.size() > expected)
    fail(path,
         "there are " + std::to_string(bytes.size() - expected) + " bytes too many at the end",
         kCopyHint);
}

}  // namespace

std::uint64_t header_sum_of(const BinaryHeader& header) {
  return xxh64(&header, offsetof(BinaryHeader, headerSum), 0);
}

BinaryHeader read_binary_header(std::string_view bytes, const std::string& path) {
  BinaryHeader header;
  if (bytes.size() < sizeof header)
    fail(path,
         "the file is truncated: it has " + std::to_string(bytes.size()) +
             " bytes, and the header alone has " + std::to_string(sizeof header),
         kCopyHint);
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.byteOrder != kBinaryByteOrder)
    fail(path, "the file was written by a machine with another byte order",
         "make it again on this machine, or use the text format");
  if (header.version != kBinaryVersion)
    fail(path,
         "the file has version " + std::to_string(header.version) +
             " of the format, and this program reads version " + std::to_string(kBinaryVersion),
         "make the file again with this program");
  if (header.headerSum != header_sum_of(header)) fail(path, "the header is damaged", kCopyHint);
  const bool possible = header.numNodes >= 0 &&
                        header.numNodes <= std::numeric_limits<Node>::max() &&
                        header.numEdges >= 0 && header.numEdges % 2 == 0;
  if (!possible) fail(path, "the header names an impossible number of nodes or edges", kCopyHint);
  const auto kind = static_cast<std::uint32_t>(header.weightKind);
  if (kind < 1 || kind > 3)
    fail(path, "the kind of weight " + std::to_string(kind) + " is unknown", kCopyHint);
  check_length(header, bytes, path);
  return header;
}

}  // namespace handshake
