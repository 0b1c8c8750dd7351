// Compares generated graphs with the graphs of published measurements, and checks that the
// generated graphs have all properties of a CsrGraph.
#include "graph/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <string>
#include <variant>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace handshake {
namespace {

// FNV-1a over little-endian bytes: the number of nodes (64 bits), all offsets (64), all neighbors
// (32), all weights (as double).
class Checksum {
 public:
  template <class T>
  void add(T value) {
    unsigned char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (const unsigned char byte : bytes) sum_ = (sum_ ^ byte) * 1099511628211u;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = 14695981039346656037u;
};

std::uint64_t checksum_of(const CsrGraph& graph) {
  Checksum checksum;
  checksum.add(std::int64_t{graph.numNodes});
  for (const EdgeIndex offset : graph.offsets) checksum.add(offset);
  for (const Node neighbor : graph.neighbors) checksum.add(neighbor);
  std::visit(
      [&](const auto& weights) {
        for (const double weight : weights) checksum.add(weight);
      },
      graph.weights);
  return checksum.sum();
}

struct PublishedGraph {
  const char* spec;
  std::int64_t nodes;
  std::int64_t directed_edges;
  std::uint64_t checksum;
};

// These numbers come from the generator that made the graphs of the published measurements, not
// from our generator.
constexpr PublishedGraph kPublished[] = {
    {"urand:0", 1, 0, 0x5b2a969b42d238a4u},
    {"urand:1", 2, 2, 0x6f3311bb0c37bab5u},
    {"urand:9", 512, 15866, 0x6fdbad0792487495u},
    {"urand:10:w=dec3", 1024, 32240, 0xc851d735a46a57e1u},
    {"urand:10:w=unif", 1024, 32240, 0x52b636374e4c44a5u},
    {"urand:10:w=const", 1024, 32240, 0x6511ecf702160709u},
    {"urand:10:w=int", 1024, 32240, 0x742c90c854396559u},
    {"urand:10:seed=7", 1024, 32244, 0x48862f04aa000957u},
    {"urand:10:ef=0", 1024, 0, 0x07f4ce197101f379u},
    {"urand:10:ef=2.5:w=unif:seed=12345", 1024, 5108, 0xcd422e620e03bbcfu},
    {"urand:11:ef=40:w=int:seed=0", 2048, 160694, 0xb0a9bbafb4792606u},
    {"kron:0", 1, 0, 0x5b2a969b42d238a4u},
    {"kron:1", 2, 2, 0x6f3311bb0c37bab5u},
    {"kron:9", 512, 9592, 0x96637784ce543282u},
    {"kron:10:w=unif", 1024, 21020, 0x13437dfc2493a01du},
    {"kron:10:w=const", 1024, 21020, 0xfba17ca19aa455c1u},
    {"kron:10:w=int", 1024, 21020, 0xad47813b0e59efddu},
    {"kron:10:seed=3", 1024, 20994, 0x7e477c84b55dbba7u},
    {"kron:11:ef=4.75:w=unif:seed=99", 2048, 16210, 0xe0a20dd8fede7ee7u},
    {"kron:12:ef=32", 4096, 170874, 0x5b1d80c804d90da2u},
    {"rmatu:1", 2, 2, 0x6f3311bb0c37bab5u},
    {"rmatu:9", 512, 9592, 0x415360110982ae2bu},
    {"rmatu:10:w=unif", 1024, 21020, 0xf2f8977079708779u},
    {"rmatu:10:w=const", 1024, 21020, 0x141c93ad30ff5f45u},
    {"rmatu:10:w=int", 1024, 21020, 0x29a745814cc28a3du},
    {"rmatu:10:ef=8:seed=9007199254740992", 1024, 12022, 0x6012ba8da1203b30u},
    {"rmatu:13:ef=3:w=int", 8192, 44830, 0xbd91e4082a903338u},
    {"myc:2", 2, 2, 0x6f3311bb0c37bab5u},
    {"myc:3", 5, 10, 0x6a4cd98defd0acc2u},
    {"myc:4", 11, 40, 0x787f7f4a175b6c7eu},
    {"myc:10", 767, 44392, 0x636f17093511d379u},
    {"myc:8:w=unif", 191, 4720, 0xf82487bb55eb973eu},
    {"myc:8:w=const", 191, 4720, 0x67ffb2ccebbbde4au},
    {"myc:8:w=int", 191, 4720, 0x4d70de839af10382u},
    {"myc:9:seed=5", 383, 14542, 0x427c94acd7b2e472u},
    {"mesh27:1", 1, 0, 0x5b2a969b42d238a4u},
    {"mesh27:2", 8, 56, 0x5b6b591a04e234f1u},
    {"mesh27:10", 1000, 20952, 0xc2494b410a951dc0u},
    {"mesh27:7:ny=5:nz=3", 105, 1624, 0xac1bf9bdb7b71e08u},
    {"mesh27:7:ny=5", 245, 4448, 0xba467dd5f508c58bu},
    {"mesh27:6:nz=2:w=unif", 72, 952, 0x8c0299fee91c0108u},
    {"mesh27:6:w=const", 216, 3880, 0x6b2522d465cdc93au},
    {"mesh27:6:w=int", 216, 3880, 0x571d5fdd7a7fe032u},
    {"mesh27:9:ny=1:nz=1:seed=4", 9, 16, 0x83936e530a80f940u},
    {"mesh81:1", 3, 6, 0x4b0c0c746e062996u},
    {"mesh81:6", 648, 36216, 0xb611bf31b5d2a301u},
    {"mesh81:5:ny=4:nz=7:w=unif", 420, 21810, 0xa623990235bedaafu},
    {"mesh81:4:w=const", 192, 8808, 0x82762a135bd817f6u},
    {"mesh81:4:w=int", 192, 8808, 0xb963fa9e2317d3e2u},
    {"mesh81:5:seed=2", 375, 19398, 0xbe0d86fab06d9ac3u},
    {"rgg:0", 1, 0, 0x5b2a969b42d238a4u},
    {"rgg:1", 2, 2, 0x6f3311bb0c37bab5u},
    {"rgg:5", 32, 378, 0xe4f621e902ee4445u},
    {"rgg:10", 1024, 15470, 0x5cb290c4959b3362u},
    {"rgg:10:w=unif", 1024, 15470, 0x662cf936e676a40au},
    {"rgg:10:w=const", 1024, 15470, 0xf90d8d3151615d82u},
    {"rgg:10:w=int", 1024, 15470, 0x61c9f87fdf1ca8f6u},
    {"rgg:10:seed=11", 1024, 15570, 0x32f61537612a524du},
    {"rgg:11:deg=4", 2048, 7972, 0xb008242b4d9fbe06u},
    {"rgg:11:deg=1:seed=6", 2048, 1966, 0x85857b708621bfbfu},
    {"rgg:8:deg=100.5:w=int", 256, 19608, 0xfcef6c76bd47da25u},
    {"rgg:4:deg=1000", 16, 240, 0x3c4070f746839765u},
    {"rgg:14:deg=30:w=unif:seed=2", 16384, 481560, 0x2db49d2b72f87707u},
    {"kmer:0", 1, 0, 0x5b2a969b42d238a4u},
    {"kmer:1", 2, 2, 0x6f3311bb0c37bab5u},
    {"kmer:2", 4, 4, 0xd170e7d19f6f69e1u},
    {"kmer:10", 1024, 2080, 0x1122562b4c2d6fefu},
    {"kmer:10:w=unif", 1024, 2080, 0xed675a7e8d2ec777u},
    {"kmer:10:w=const", 1024, 2080, 0x781d96919e05b2b7u},
    {"kmer:10:w=int", 1024, 2080, 0xdff8186baeee875fu},
    {"kmer:10:seed=8", 1024, 2088, 0x7be05fed2a54133du},
    {"kmer:11:x=0", 2048, 4042, 0xe2af5c01d375b23au},
    {"kmer:11:x=0.5:seed=3", 2048, 4082, 0x3386466edc288600u},
    {"kmer:11:x=250:w=int", 2048, 14250, 0x003b0d4f403347c3u},
    {"kmerl:1", 2, 2, 0x6f3311bb0c37bab5u},
    {"kmerl:10", 1024, 2080, 0xd33ab01cb8a228f1u},
    {"kmerl:10:w=unif", 1024, 2080, 0x7f31e0e59550e165u},
    {"kmerl:10:w=const", 1024, 2080, 0x0fc56629a27432e1u},
    {"kmerl:10:w=int", 1024, 2080, 0xce1447a379a5c1cdu},
    {"kmerl:12:x=10:seed=21", 4096, 8934, 0xa3fb1a862b394a2cu},
    {"path:0", 1, 0, 0x5b2a969b42d238a4u},
    {"path:1", 2, 2, 0x6f3311bb0c37bab5u},
    {"path:10", 1024, 2046, 0xf51cc709286c4c8au},
    {"path:10:w=unif", 1024, 2046, 0xfd67378690089e9au},
    {"path:10:w=const", 1024, 2046, 0xe23addf7522cf3eeu},
    {"path:10:w=int", 1024, 2046, 0x36c0575c98918f8eu},
    {"path:9:seed=77", 512, 1022, 0xfdd1e7bd34373622u},
};

std::string name_of(const testing::TestParamInfo<PublishedGraph>& info) {
  std::string name = info.param.spec;
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

class Published : public testing::TestWithParam<PublishedGraph> {};

TEST_P(Published, GraphIsGeneratedBitForBit) {
  const CsrGraph graph = generate(parse_graph_spec(GetParam().spec));

  EXPECT_EQ(graph.numNodes, GetParam().nodes);
  EXPECT_EQ(graph.numEdges(), GetParam().directed_edges);
  EXPECT_EQ(checksum_of(graph), GetParam().checksum);
}

double weight_at(const CsrGraph& graph, EdgeIndex e) {
  return std::visit([e](const auto& weights) { return static_cast<double>(weights[e]); },
                    graph.weights);
}

TEST_P(Published, GraphIsSimpleAndSymmetricAndItsNeighborsAreInRisingOrder) {
  const CsrGraph graph = generate(parse_graph_spec(GetParam().spec));

  for (Node v = 0; v < graph.numNodes; ++v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      const Node u = graph.neighbors[e];
      ASSERT_NE(u, v);
      if (e > graph.offsets[v]) {
        ASSERT_LT(graph.neighbors[e - 1], u);
      }
      const Node* begin = graph.neighbors.data() + graph.offsets[u];
      const Node* end = graph.neighbors.data() + graph.offsets[u + 1];
      const Node* back = std::lower_bound(begin, end, v);
      ASSERT_TRUE(back != end && *back == v) << u << " does not have the neighbor " << v;
      ASSERT_EQ(weight_at(graph, back - graph.neighbors.data()), weight_at(graph, e));
    }
  }
}

TEST_P(Published, GraphHasNoMoreEdgesThanEstimated) {
  const GraphSpec spec = parse_graph_spec(GetParam().spec);
  const GraphEstimate estimate = estimate_graph(spec);

  EXPECT_EQ(estimate.nodes, GetParam().nodes);
  if (spec.kind == GraphKind::kRgg) return;  // for rgg, deg is only the mean degree
  EXPECT_GE(estimate.directed_edges, static_cast<double>(GetParam().directed_edges));
}

INSTANTIATE_TEST_SUITE_P(Generate, Published, testing::ValuesIn(kPublished), name_of);

#ifdef _OPENMP
TEST(Generate, GivesTheSameGraphForEveryNumberOfThreads) {
  const int threads_before = omp_get_max_threads();
  for (const char* text : {"urand:15", "kron:14", "rgg:14", "mesh81:12", "kmer:16", "myc:11"}) {
    omp_set_num_threads(1);
    const std::uint64_t of_one_thread = checksum_of(generate(parse_graph_spec(text)));
    for (const int threads : {2, 5}) {
      omp_set_num_threads(threads);
      EXPECT_EQ(checksum_of(generate(parse_graph_spec(text))), of_one_thread) << text;
    }
  }
  omp_set_num_threads(threads_before);
}
#endif

TEST(Generate, StoresEachKindOfWeightInItsType) {
  const auto weights_of = [](const char* text) { return generate(parse_graph_spec(text)).weights; };

  EXPECT_TRUE(std::holds_alternative<Buffer<double>>(weights_of("urand:4")));
  EXPECT_TRUE(std::holds_alternative<Buffer<double>>(weights_of("urand:4:w=unif")));
  EXPECT_TRUE(std::holds_alternative<Buffer<double>>(weights_of("urand:4:w=const")));
  EXPECT_TRUE(std::holds_alternative<Buffer<std::int32_t>>(weights_of("urand:4:w=int")));
  EXPECT_TRUE(std::holds_alternative<Buffer<float>>(weights_of("urand:4:type=float")));
  EXPECT_TRUE(std::holds_alternative<Buffer<float>>(weights_of("urand:4:w=const:type=float")));
}

TEST(Generate, FloatWeightsAreTheRoundedDoubleWeights) {
  const CsrGraph wide = generate(parse_graph_spec("kron:10"));
  const CsrGraph narrow = generate(parse_graph_spec("kron:10:type=float"));

  ASSERT_EQ(narrow.numEdges(), wide.numEdges());
  const auto& doubles = std::get<Buffer<double>>(wide.weights);
  const auto& floats = std::get<Buffer<float>>(narrow.weights);
  for (EdgeIndex e = 0; e < wide.numEdges(); ++e) {
    ASSERT_EQ(narrow.neighbors[e], wide.neighbors[e]);
    ASSERT_EQ(floats[e], static_cast<float>(doubles[e]));
  }
}

}  // namespace
}  // namespace handshake
