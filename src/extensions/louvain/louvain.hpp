// The options of the program, its result, and the measurements of a run.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "extensions/louvain/modularity.hpp"
#include "extensions/louvain/problem.hpp"

namespace handshake::louvain {

enum class Scheme { kExact, kPaper, kSequential };
enum class EngineKind { kAuto, kSerial, kOmp, kGpu };

// Thresholds of the paper's scheme and of the sequential method. By default, large graphs have a
// larger threshold, so that the passes over them end earlier.
struct PaperOptions {
  double bin_threshold = 1e-2;
  double final_threshold = 1e-6;
  Node bin_nodes = 100000;  // graphs with more nodes use bin_threshold
  bool relaxed = false;     // true: communities change after each pass, not after each bucket

  double threshold_for(Node nodes) const {
    return nodes > bin_nodes ? bin_threshold : final_threshold;
  }
};

struct Options {
  Scheme scheme = Scheme::kExact;
  EngineKind engine = EngineKind::kAuto;
  int threads = 0;  // for kOmp; 0: as many as the machine has
  int gpus = 1;
  int colors = 8;         // sub-rounds of a pass
  int passes = 4;         // at most this many passes over each graph before its contraction
  int refine_passes = 4;  // at most this many passes over each graph on the way down to the input
  int levels = std::numeric_limits<int>::max();
  double threshold = 1e-4;   // a pass that gains less modularity is the last one
  int small_nodes = 100000;  // gpu: one launch makes all passes over a level of up to this size
  PaperOptions paper;        // for kPaper and kSequential
  bool hierarchy = false;
};

// The measurements of one graph of the hierarchy.
struct LevelMeasures {
  Node nodes = 0;
  EdgeIndex directed_edges = 0;  // without loops
  int passes = 0;
  int refine_passes = 0;
  std::int64_t scanned = 0;  // directed edges that were read for decisions
  double optimize_ms = 0;    // passes before the contraction
  double contract_ms = 0;
  double refine_ms = 0;
};

struct Measures {
  std::string engine;
  double milliseconds = 0;
  double first_pass_ms = 0;
  std::vector<LevelMeasures> levels;
};

// Communities are numbered in the order of their first members, so the same partition always has
// the same numbers.
struct Communities {
  Buffer<Node> of_node;
  Node count = 0;
  Modularity modularity;
  // Only if requested: the communities of every level, from the finest to the coarsest, before
  // refinement. In two levels, the same number may mean different communities.
  std::vector<std::vector<Node>> hierarchy;
};

// May throw DeviceError and std::bad_alloc.
Communities find_communities(const Problem& problem, const Options& options, Measures* measures);

}  // namespace handshake::louvain
