// Reads and writes our binary format: a header with checksums, and then the arrays of the graph as
// they are in memory.
#include "graph/binary_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "graph/binary_header.hpp"
#include "graph/checksum.hpp"
#include "graph/file_writer.hpp"
#include "graph/validate.hpp"

namespace handshake {
namespace {

class BinaryReader {
 public:
  BinaryReader(std::string_view bytes, const std::string& path, const ReadOptions& options)
      : bytes_(bytes), path_(path), options_(options), header_(read_binary_header(bytes, path)) {}

  CsrGraph read() {
    check_options();
    switch (header_.weightKind) {
      case WeightKind::kInt32:
        return read_arrays<std::int32_t>();
      case WeightKind::kFloat:
        return read_arrays<float>();
      case WeightKind::kDouble:
        break;
    }
    return read_arrays<double>();
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
    throw InputError(path_, 0, what + "; " + hint);
  }

  void check_options() const {
    if (header_.numEdges > options_.maxDirectedEdges)
      fail("the graph has " + std::to_string(header_.numEdges) +
               " directed edges, but this program takes at most " +
               std::to_string(options_.maxDirectedEdges),
           "use a smaller graph");
    if (options_.weights == WeightRule::integer && header_.weightKind != WeightKind::kInt32)
      fail("the weights are not integers, and this program takes only integers",
           "use multi_gpu_ld, which takes real weights");
  }

  template <class Weight>
  CsrGraph read_arrays() {
    const auto numNodes = static_cast<std::size_t>(header_.numNodes);
    const auto numEdges = static_cast<std::size_t>(header_.numEdges);
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
  BinaryHeader header_;
  std::size_t position_ = sizeof(BinaryHeader);
};

WeightKind kind_of(const Buffer<std::int32_t>&) {
  return WeightKind::kInt32;
}
WeightKind kind_of(const Buffer<float>&) {
  return WeightKind::kFloat;
}
WeightKind kind_of(const Buffer<double>&) {
  return WeightKind::kDouble;
}

template <class T>
std::string_view bytes_of(const Buffer<T>& array) {
  return {reinterpret_cast<const char*>(array.data()), array.size() * sizeof(T)};
}

}  // namespace

bool is_binary_graph(std::string_view start) {
  return start.substr(0, sizeof kBinaryMagic) ==
         std::string_view(kBinaryMagic, sizeof kBinaryMagic);
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
  static constexpr EdgeIndex kNoOffset[] = {0};  // written if a graph without nodes has no offsets
  const std::string_view offsets =
      graph.offsets.empty()
          ? std::string_view(reinterpret_cast<const char*>(kNoOffset), sizeof kNoOffset)
          : bytes_of(graph.offsets);
  const std::string_view neighbors = bytes_of(graph.neighbors);
  const std::string_view weights =
      std::visit([](const auto& array) { return bytes_of(array); }, graph.weights);

  BinaryHeader header{};
  std::copy(std::begin(kBinaryMagic), std::end(kBinaryMagic), header.magic);
  header.byteOrder = kBinaryByteOrder;
  header.version = kBinaryVersion;
  header.weightKind = std::visit([](const auto& array) { return kind_of(array); }, graph.weights);
  header.numNodes = graph.numNodes;
  header.numEdges = graph.numEdges();
  header.offsetsSum = sum(offsets);
  header.neighborsSum = sum(neighbors);
  header.weightsSum = sum(weights);
  header.headerSum = header_sum_of(header);

  FileWriter file(path);
  file.write({reinterpret_cast<const char*>(&header), sizeof header});
  for (const std::string_view bytes : {offsets, neighbors, weights}) file.write(bytes);
  file.finish();
}

}  // namespace handshake
