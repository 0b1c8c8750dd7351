// Our binary format: the arrays of a graph as they lie in memory, behind a header with checksums.
#include "graph/binary_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

#include "graph/checksum.hpp"
#include "graph/file_writer.hpp"
#include "graph/validate.hpp"

namespace handshake {
namespace {

// The first byte is not text, and a copy that changes line ends changes the others.
constexpr char kMagic[8] = {'\x89', 'H', 'S', 'G', '\r', '\n', '\x1a', '\n'};
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::uint32_t kVersion = 1;

enum WeightKind : std::uint32_t { kInt32 = 1, kFloat = 2, kDouble = 3 };

struct Header {
  char magic[8];
  std::uint32_t byteOrder;
  std::uint32_t version;
  std::uint32_t weightKind;
  std::uint32_t reserved;
  std::int64_t numNodes;
  std::int64_t numEdges;
  std::uint64_t offsetsSum;
  std::uint64_t neighborsSum;
  std::uint64_t weightsSum;
  std::uint64_t headerSum;  // of all bytes before it
};
static_assert(sizeof(Header) == 72 && offsetof(Header, headerSum) == 64);

std::uint64_t sum_of(const Header& header) {
  return xxh64(&header, offsetof(Header, headerSum), 0);
}

constexpr const char* kCopyHint = "copy or make the file again";

class BinaryReader {
 public:
  BinaryReader(std::string_view bytes, const std::string& path, const ReadOptions& options)
      : bytes_(bytes), path_(path), options_(options) {}

  CsrGraph read() {
    read_header();
    switch (header_.weightKind) {
      case kInt32:
        return read_arrays<std::int32_t>();
      case kFloat:
        return read_arrays<float>();
      case kDouble:
        return read_arrays<double>();
    }
    fail("the kind of weight " + std::to_string(header_.weightKind) + " is unknown", kCopyHint);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
    throw InputError(path_, 0, what + "; " + hint);
  }

  void read_header() {
    if (bytes_.size() < sizeof header_)
      fail("the file is truncated: it has " + std::to_string(bytes_.size()) +
               " bytes, and the header alone has " + std::to_string(sizeof header_),
           kCopyHint);
    std::memcpy(&header_, bytes_.data(), sizeof header_);
    if (header_.byteOrder != kByteOrder)
      fail("the file was written by a machine with another byte order",
           "make it again on this kind of machine, or use the text format");
    if (header_.version != kVersion)
      fail("the file has version " + std::to_string(header_.version) +
               " of the format, and this program reads version " + std::to_string(kVersion),
           "make the file again with this program");
    if (header_.headerSum != sum_of(header_)) fail("the header is damaged", kCopyHint);
    const bool possible = header_.numNodes >= 0 &&
                          header_.numNodes <= std::numeric_limits<Node>::max() &&
                          header_.numEdges >= 0 && header_.numEdges % 2 == 0;
    if (!possible) fail("the header names an impossible number of nodes or edges", kCopyHint);
    if (header_.numEdges > options_.maxDirectedEdges)
      fail("the graph has " + std::to_string(header_.numEdges) +
               " directed edges, but this program takes at most " +
               std::to_string(options_.maxDirectedEdges),
           "take a smaller graph");
    if (options_.weights == WeightRule::integer && header_.weightKind != kInt32)
      fail("the weights are not integers, and this program takes only these",
           "use multi_gpu_ld, which takes real weights");
  }

  template <class Weight>
  CsrGraph read_arrays() {
    const std::size_t numNodes = static_cast<std::size_t>(header_.numNodes);
    const std::size_t numEdges = static_cast<std::size_t>(header_.numEdges);
    constexpr std::size_t kEdgeBytes = sizeof(Node) + sizeof(Weight);
    const std::size_t bytesForEdges = bytes_.size() - sizeof header_;
    const bool countable = numEdges <= bytesForEdges / kEdgeBytes;
    const std::size_t expected =
        sizeof header_ + (numNodes + 1) * sizeof(EdgeIndex) + numEdges * kEdgeBytes;
    if (!countable || bytes_.size() < expected)
      fail("the file is truncated: it has " + std::to_string(bytes_.size()) +
               " bytes, which is too few for " + std::to_string(numNodes) + " nodes and " +
               std::to_string(numEdges) + " directed edges",
           kCopyHint);
    if (bytes_.size() > expected)
      fail("there are " + std::to_string(bytes_.size() - expected) + " bytes too many at the end",
           kCopyHint);

    CsrGraph graph;
    graph.numNodes = static_cast<Node>(numNodes);
    graph.offsets = read_array<EdgeIndex>(numNodes + 1, header_.offsetsSum, "offsets");
    graph.neighbors = read_array<Node>(numEdges, header_.neighborsSum, "neighbors");
    graph.weights = read_array<Weight>(numEdges, header_.weightsSum, "weights");
    const std::string fault = validate(graph, options_.threads);
    if (!fault.empty()) fail("the file holds no valid graph: " + fault, kCopyHint);
    return graph;
  }

  template <class T>
  Buffer<T> read_array(std::size_t size, std::uint64_t sum, const char* name) {
    Buffer<T> array(size);
    const std::uint64_t found = copy_with_checksum(bytes_.data() + position_, array.data(),
                                                   size * sizeof(T), options_.threads);
    if (found != sum) fail(std::string("the ") + name + " are damaged", kCopyHint);
    position_ += size * sizeof(T);
    return array;
  }

  std::string_view bytes_;
  const std::string& path_;
  const ReadOptions& options_;
  Header header_;
  std::size_t position_ = sizeof(Header);
};

WeightKind kind_of(const Buffer<std::int32_t>&) {
  return kInt32;
}
WeightKind kind_of(const Buffer<float>&) {
  return kFloat;
}
WeightKind kind_of(const Buffer<double>&) {
  return kDouble;
}

template <class T>
std::string_view bytes_of(const Buffer<T>& array) {
  return {reinterpret_cast<const char*>(array.data()), array.size() * sizeof(T)};
}

}  // namespace

bool is_binary_graph(std::string_view start) {
  return start.substr(0, sizeof kMagic) == std::string_view(kMagic, sizeof kMagic);
}

CsrGraph read_binary_graph(const FileBytes& file, const std::string& path,
                           const ReadOptions& options, ReadReport& report) {
  CsrGraph graph = BinaryReader(file.bytes(), path, options).read();
  report.entries += graph.numEdges() / 2;
  return graph;
}

void write_binary_graph(const std::string& path, const CsrGraph& graph, int threads) {
  const auto sum = [&](std::string_view bytes) {
    return checksum(bytes.data(), bytes.size(), threads);
  };
  static constexpr EdgeIndex kNoOffset[] = {0};  // a graph without nodes may come without offsets
  const std::string_view offsets =
      graph.offsets.empty()
          ? std::string_view(reinterpret_cast<const char*>(kNoOffset), sizeof kNoOffset)
          : bytes_of(graph.offsets);
  const std::string_view neighbors = bytes_of(graph.neighbors);
  const std::string_view weights =
      std::visit([](const auto& array) { return bytes_of(array); }, graph.weights);

  Header header{};
  std::copy(std::begin(kMagic), std::end(kMagic), header.magic);
  header.byteOrder = kByteOrder;
  header.version = kVersion;
  header.weightKind = std::visit([](const auto& array) { return kind_of(array); }, graph.weights);
  header.numNodes = graph.numNodes;
  header.numEdges = graph.numEdges();
  header.offsetsSum = sum(offsets);
  header.neighborsSum = sum(neighbors);
  header.weightsSum = sum(weights);
  header.headerSum = sum_of(header);

  FileWriter file(path);
  file.write({reinterpret_cast<const char*>(&header), sizeof header});
  for (const std::string_view bytes : {offsets, neighbors, weights}) file.write(bytes);
  file.finish();
}

}  // namespace handshake
