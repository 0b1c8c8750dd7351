// What the fuzzers do with each input.
#include "fuzz_targets.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "../plain_reader.hpp"
#include "../test_support.hpp"
#include "graph/checksum.hpp"
#include "graph/validate.hpp"

namespace handshake {
namespace {

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

// Inputs that name many nodes are slow and find no other faults.
bool names_many_nodes(const std::string& text) {
  constexpr std::int64_t kMany = 2000;
  try {
    const MatrixMarketHeader header = read_matrix_market_header(text, "fuzz");
    return std::max(header.rows, header.columns) > kMany;
  } catch (const InputError&) {
    return false;
  }
}

void compare(const std::string& text, WeightRule weights) {
  const std::optional<plain::Graph> expected = plain::read(text, weights == WeightRule::integer);
  ReadOptions options;
  options.weights = weights;
  try {
    ReadReport report;
    const CsrGraph graph = read_text(text, options, &report);
    require(expected.has_value(), "a text was accepted that breaks a rule");
    require(validate(graph, 1).empty(), "the graph is not valid");
    require(graph.numNodes == expected->numNodes, "another number of nodes");
    require(edges_of(graph) == expected->edges, "other edges");
    require(report.entries == expected->entries, "another number of entries");
    require(report.selfLoops == expected->selfLoops, "another number of self loops");
  } catch (const InputError& error) {
    require(!expected.has_value(), std::string("a right text was refused: ") + error.what());
  }
}

void make_checksums_right(std::string* bytes) {
  constexpr std::size_t kHeader = 72;
  if (bytes->size() < kHeader) return;
  std::uint32_t kind = 0;
  std::uint64_t numNodes = 0;
  std::uint64_t numEdges = 0;
  std::memcpy(&kind, &(*bytes)[16], 4);
  std::memcpy(&numNodes, &(*bytes)[24], 8);
  std::memcpy(&numEdges, &(*bytes)[32], 8);
  const std::size_t rest = bytes->size() - kHeader;
  if (numNodes < rest && numEdges < rest) {
    std::size_t start = kHeader;
    const std::size_t sizes[] = {8 * (numNodes + 1), 4 * numEdges, (kind == 3 ? 8 : 4) * numEdges};
    for (int i = 0; i < 3 && start + sizes[i] <= bytes->size(); i++) {
      const std::uint64_t sum = checksum(bytes->data() + start, sizes[i], 1);
      std::memcpy(&(*bytes)[40 + 8 * i], &sum, 8);
      start += sizes[i];
    }
  }
  const std::uint64_t sum = xxh64(bytes->data(), kHeader - 8, 0);
  std::memcpy(&(*bytes)[kHeader - 8], &sum, 8);
}

}  // namespace

void fuzz_text(const std::string& text) {
  if (names_many_nodes(text)) return;
  compare(text, WeightRule::any);
  compare(text, WeightRule::integer);
}

void fuzz_binary(std::string bytes) {
  if (bytes.empty()) return;
  const bool right = bytes[0] & 1;
  bytes.erase(0, 1);
  if (right) make_checksums_right(&bytes);
  try {
    ReadReport report;
    const CsrGraph graph =
        read_binary_graph(FileBytes::copy_of(bytes), "fuzz", with_threads(1), report);
    require(validate(graph, 1).empty(), "the graph is not valid");
    require(2 * report.entries == graph.numEdges(), "another number of edges");
    edges_of(graph);  // throws when it is not symmetric
  } catch (const InputError&) {
  }
}

}  // namespace handshake
