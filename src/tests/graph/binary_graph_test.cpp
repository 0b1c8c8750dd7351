// Tests the binary format: a graph is read back unchanged, and a faulty file is refused.
#include "graph/binary_graph.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "graph/build_csr.hpp"
#include "graph/checksum.hpp"
#include "graph/read_graph.hpp"
#include "test_support.hpp"

namespace handshake {
namespace {

const std::string kHint = "; copy or make the file again";

template <class Weight>
CsrGraph random_graph(int numNodes, int numEdges) {
  std::mt19937 random(9);
  std::vector<WeightedEdge<Weight>> edges;
  for (int i = 0; i < numEdges; i++)
    edges.push_back({static_cast<Node>(random() % numNodes), static_cast<Node>(random() % numNodes),
                     static_cast<Weight>(random() % 1000) / 8});
  ReadReport report;
  return build_csr(numNodes, edges.data(), numEdges, 2, report);
}

std::string binary_of(const CsrGraph& graph) {
  const TestFolder folder;
  write_binary_graph(folder.path("graph.hsg"), graph, 2);
  return folder.read("graph.hsg");
}

CsrGraph read_bytes(const std::string& bytes, const ReadOptions& options = {}) {
  ReadReport report;
  return read_binary_graph(FileBytes::copy_of(bytes), "graph.hsg", options, report);
}

std::string fault_of_bytes(const std::string& bytes, const ReadOptions& options = {}) {
  return fault_of([&] { read_bytes(bytes, options); });
}

// Replaces the number that begins at byte `place`, and corrects the checksums.
template <class T>
std::string with_number(std::string bytes, std::size_t place, T number) {
  std::memcpy(&bytes[place], &number, sizeof number);
  std::int64_t numNodes = 0;
  std::int64_t numEdges = 0;
  std::memcpy(&numNodes, &bytes[24], 8);
  std::memcpy(&numEdges, &bytes[32], 8);
  if (numNodes >= 0 && numNodes < 1000 && numEdges >= 0 && numEdges < 1000) {
    const std::size_t starts[] = {
        72, 72 + 8 * (static_cast<std::size_t>(numNodes) + 1),
        80 + 8 * static_cast<std::size_t>(numNodes) + 4 * static_cast<std::size_t>(numEdges),
        bytes.size()};
    for (int i = 0; i < 3 && starts[i + 1] <= bytes.size(); i++) {
      const std::uint64_t sum = checksum(&bytes[starts[i]], starts[i + 1] - starts[i], 1);
      std::memcpy(&bytes[40 + 8 * i], &sum, 8);
    }
  }
  const std::uint64_t sum = xxh64(bytes.data(), 64, 0);
  std::memcpy(&bytes[64], &sum, 8);
  return bytes;
}

// The file of a graph with two edges: 0-1 with weight 5 and 1-2 with weight 7. The offsets begin at
// byte 72, the neighbors at byte 104, and the weights at byte 120.
std::string path_of_three(const char* kind = "int") {
  if (kind == std::string("double")) {
    const WeightedEdge<double> edges[] = {{0, 1, 5}, {1, 2, 7}};
    ReadReport report;
    return binary_of(build_csr(3, edges, 2, 1, report));
  }
  const WeightedEdge<std::int32_t> edges[] = {{0, 1, 5}, {1, 2, 7}};
  ReadReport report;
  return binary_of(build_csr(3, edges, 2, 1, report));
}

TEST(BinaryGraph, ReadsBackWhatItWrote) {
  const CsrGraph integers = random_graph<std::int32_t>(300, 2000);
  const CsrGraph floats = random_graph<float>(300, 2000);
  const CsrGraph doubles = random_graph<double>(300, 2000);

  EXPECT_TRUE(equal(read_bytes(binary_of(integers)), integers));
  EXPECT_TRUE(equal(read_bytes(binary_of(floats)), floats));
  EXPECT_TRUE(equal(read_bytes(binary_of(doubles)), doubles));
}

TEST(BinaryGraph, ReadsBackGraphsWithoutEdgesOrWithoutNodes) {
  EXPECT_EQ(read_bytes(binary_of(CsrGraph{})).numNodes, 0);
  EXPECT_EQ(read_bytes(binary_of(random_graph<double>(5, 0))).numNodes, 5);
}

TEST(BinaryGraph, ReadsBackAGraphOfManyBlocksWithEveryNumberOfThreads) {
  const CsrGraph graph = random_graph<double>(20000, 150000);
  const std::string bytes = binary_of(graph);
  ASSERT_GT(bytes.size(), std::size_t{3} << 20);

  for (int threads = 1; threads <= 4; threads++)
    EXPECT_TRUE(equal(read_bytes(bytes, with_threads(threads)), graph));
}

TEST(BinaryGraph, IsRecognizedByReadGraph) {
  const TestFolder folder;
  const std::string path = folder.write("graph.mtx", path_of_three());
  ReadReport report;

  EXPECT_EQ(edges_of(read_graph(path, {}, &report)), (Edges{{{0, 1}, 5}, {{1, 2}, 7}}));
  EXPECT_EQ(report.entries, 2);
}

TEST(BinaryGraph, HasTheDocumentedBytes) {
  const std::string bytes = path_of_three();
  const auto number = [&](std::size_t place, auto kind) {
    std::memcpy(&kind, &bytes[place], sizeof kind);
    return static_cast<std::int64_t>(kind);
  };

  EXPECT_EQ(bytes.substr(0, 8), "\x89HSG\r\n\x1a\n");
  EXPECT_EQ(number(8, std::uint32_t{}), 0x01020304);
  EXPECT_EQ(number(12, std::uint32_t{}), 1) << "version";
  EXPECT_EQ(number(16, std::uint32_t{}), 1) << "int32_t weights";
  EXPECT_EQ(number(24, std::int64_t{}), 3) << "nodes";
  EXPECT_EQ(number(32, std::int64_t{}), 4) << "directed edges";
  for (const auto& [i, offset] : std::vector<std::pair<int, int>>{{0, 0}, {1, 1}, {2, 3}, {3, 4}})
    EXPECT_EQ(number(72 + 8 * i, std::int64_t{}), offset);
  for (const auto& [i, neighbor] : std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {2, 2}, {3, 1}})
    EXPECT_EQ(number(104 + 4 * i, std::int32_t{}), neighbor);
  for (const auto& [i, weight] : std::vector<std::pair<int, int>>{{0, 5}, {1, 5}, {2, 7}, {3, 7}})
    EXPECT_EQ(number(120 + 4 * i, std::int32_t{}), weight);
  EXPECT_EQ(bytes.size(), 136u);
}

TEST(BinaryGraph, RefusesAFileThatIsCutAnywhere) {
  const std::string bytes = path_of_three();
  EXPECT_EQ(
      fault_of_bytes(bytes.substr(0, 20)),
      "graph.hsg: the file is truncated: it has 20 bytes, and the header alone has 72" + kHint);
  EXPECT_EQ(
      fault_of_bytes(bytes.substr(0, 135)),
      "graph.hsg: the file is truncated: it has 135 bytes, which is too few for 3 nodes and 4 "
      "directed edges" +
          kHint);
  for (std::size_t size = 8; size < bytes.size(); size++)
    EXPECT_NE(fault_of_bytes(bytes.substr(0, size)).find("truncated"), std::string::npos) << size;
}

TEST(BinaryGraph, RefusesBytesAfterItsEnd) {
  EXPECT_EQ(fault_of_bytes(path_of_three() + "xyz"),
            "graph.hsg: there are 3 bytes too many at the end" + kHint);
}

TEST(BinaryGraph, NoticesEverySingleDamagedBit) {
  const std::string bytes = path_of_three();
  for (std::size_t i = 8; i < bytes.size(); i++)
    for (int bit = 0; bit < 8; bit++) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      EXPECT_NE(fault_of_bytes(damaged), "") << "byte " << i << " bit " << bit;
    }
}

TEST(BinaryGraph, SaysWhichPartIsDamaged) {
  const std::string bytes = path_of_three();
  const auto fault_at = [&](std::size_t place) {
    std::string damaged = bytes;
    damaged[place] ^= 1;
    return fault_of_bytes(damaged);
  };

  EXPECT_EQ(fault_at(24), "graph.hsg: the header is damaged" + kHint);
  EXPECT_EQ(fault_at(80), "graph.hsg: the offsets are damaged" + kHint);
  EXPECT_EQ(fault_at(104), "graph.hsg: the neighbors are damaged" + kHint);
  EXPECT_EQ(fault_at(120), "graph.hsg: the weights are damaged" + kHint);
}

TEST(BinaryGraph, RefusesOtherVersionsAndByteOrders) {
  const std::string bytes = path_of_three();

  EXPECT_EQ(
      fault_of_bytes(with_number(bytes, 12, std::uint32_t{2})),
      "graph.hsg: the file has version 2 of the format, and this program reads version 1; make "
      "the file again with this program");
  EXPECT_EQ(
      fault_of_bytes(with_number(bytes, 8, std::uint32_t{0x04030201})),
      "graph.hsg: the file was written by a machine with another byte order; make it again on "
      "this machine, or use the text format");
  EXPECT_EQ(fault_of_bytes(with_number(bytes, 16, std::uint32_t{4})),
            "graph.hsg: the kind of weight 4 is unknown" + kHint);
}

TEST(BinaryGraph, RefusesImpossibleNumbersInTheHeader) {
  const std::string bytes = path_of_three();
  const std::string impossible =
      "graph.hsg: the header names an impossible number of nodes or edges" + kHint;
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

  for (const std::int64_t numNodes : {std::int64_t{-1}, std::int64_t{1} << 31, kHuge})
    EXPECT_EQ(fault_of_bytes(with_number(bytes, 24, numNodes)), impossible) << numNodes;
  for (const std::int64_t numEdges : {std::int64_t{-2}, std::int64_t{3}, kHuge})
    EXPECT_EQ(fault_of_bytes(with_number(bytes, 32, numEdges)), impossible) << numEdges;
  for (const std::int64_t numEdges : {std::int64_t{6}, kHuge - 1, (std::int64_t{1} << 61) + 4})
    EXPECT_NE(fault_of_bytes(with_number(bytes, 32, numEdges)).find("truncated"), std::string::npos)
        << numEdges;
  EXPECT_NE(fault_of_bytes(with_number(bytes, 24, std::int64_t{2147483647})).find("truncated"),
            std::string::npos);
}

TEST(BinaryGraph, RefusesAnInvalidGraphEvenIfItsChecksumsAreRight) {
  const std::string bytes = path_of_three();
  const auto expect = [](const std::string& faulty, const std::string& what) {
    EXPECT_EQ(fault_of_bytes(faulty), "graph.hsg: the file holds no valid graph: " + what + kHint);
  };

  expect(with_number(bytes, 72, std::int64_t{1}), "the first offset is not 0");
  expect(with_number(bytes, 80, std::int64_t{9}), "the offsets decrease after node 1");
  expect(with_number(bytes, 80, std::int64_t{-9}), "the offsets decrease after node 0");
  expect(with_number(bytes, 96, std::int64_t{3}),
         "the last offset is 3, but there are 4 neighbors and 4 weights");
  expect(with_number(bytes, 104, std::int32_t{3}),
         "the edge from node 0 to node 3 has an end that does not exist: the nodes are 0 to 2");
  expect(with_number(bytes, 104, std::int32_t{-1}),
         "the edge from node 0 to node -1 has an end that does not exist: the nodes are 0 to 2");
  expect(with_number(bytes, 104, std::int32_t{0}), "node 0 is its own neighbor");
  expect(with_number(bytes, 112, std::int32_t{0}),
         "the neighbors of node 1 are not in rising order: 0 comes after 0");
  expect(with_number(bytes, 104, std::int32_t{2}),
         "the edge from node 0 to node 2 is not stored at node 2 as well");
  expect(with_number(bytes, 120, std::int32_t{6}),
         "the edge from node 0 to node 1 has another weight at node 1");
  expect(with_number(path_of_three("double"), 120, std::numeric_limits<double>::quiet_NaN()),
         "the edge from node 0 to node 1 has a weight that is not finite");
}

TEST(BinaryGraph, RefusesMoreDirectedEdgesThanAllowed) {
  ReadOptions options;
  options.maxDirectedEdges = 3;

  EXPECT_EQ(fault_of_bytes(path_of_three(), options),
            "graph.hsg: the graph has 4 directed edges, but this program takes at most 3; use a "
            "smaller graph");
}

TEST(BinaryGraph, RefusesRealWeightsIfIntegersAreRequired) {
  EXPECT_EQ(fault_of_bytes(path_of_three(), integers_only()), "");
  EXPECT_EQ(fault_of_bytes(path_of_three("double"), integers_only()),
            "graph.hsg: the weights are not integers, and this program takes only integers; use "
            "multi_gpu_ld, which takes real weights");
}

TEST(BinaryGraph, WritingToAFullDiskThrows) {
  EXPECT_THROW(write_binary_graph("/dev/full", random_graph<double>(50, 100)), OutputError);
}

}  // namespace
}  // namespace handshake
