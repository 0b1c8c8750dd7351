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
  bool keepLoops = false;  // store self loops in ReadReport.loops; the graph never has any
};

struct SelfLoop {
  Node node;
  double weight;
};

struct ReadReport {
  std::int64_t entries = 0;     // entries in the file, or undirected edges of a binary file
  std::int64_t selfLoops = 0;   // entries that join a node with itself: dropped, or kept in `loops`
  std::int64_t duplicates = 0;  // entries for an edge that already has an entry: merged
  std::int64_t conflicts = 0;   // edges whose entries differ in weight: the heaviest was kept
  std::vector<SelfLoop> loops;  // if requested: the heaviest loop of each node, sorted by node
};

// Returns one line about the facts of the report that a user should know, or an empty text if there
// are no such facts.
std::string describe(const ReadReport& report);

}  // namespace handshake
