// The options of read_graph, and what read_graph reports about the file.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "graph/csr.hpp"

namespace handshake {

enum class WeightRule {
  any,      // integer and pattern files give int32_t, real files give double
  integer,  // every weight must be an integer that fits int32_t, however it is written
};

struct ReadOptions {
  WeightRule weights = WeightRule::any;
  // Reading fails if the graph has more directed edges than this (each undirected edge counts
  // twice).
  EdgeIndex maxDirectedEdges = std::numeric_limits<EdgeIndex>::max();
  int threads = 0;         // 0: as many as the machine has; the graph is the same for every number
  bool keepLoops = false;  // in ReadReport.loops: the graph itself has none
};

struct SelfLoop {
  Node node;
  double weight;
};

struct ReadReport {
  std::int64_t entries = 0;     // entries in the file, or undirected edges of a binary file
  std::int64_t selfLoops = 0;   // entries that join a node with itself: dropped, or kept in `loops`
  std::int64_t duplicates = 0;  // entries for an edge that has another entry: merged
  std::int64_t conflicts = 0;   // edges whose entries differ in weight: the heaviest was kept
  std::vector<SelfLoop> loops;  // if requested: the heaviest loop of each node, in rising order
};

// Returns one line with what a user should know from the report; empty if there is nothing to say.
std::string describe(const ReadReport& report);

}  // namespace handshake
