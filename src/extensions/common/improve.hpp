// Makes a matching heavier by exchanging a few of its edges at a time. More weight than the greedy
// matching has, in far less time than the heaviest matching takes.
#pragma once

#include "graph/view.hpp"

namespace handshake {

constexpr int kMostScans = 100;
constexpr int kClaimRounds = 4;

struct ImproveOptions {
  int scans = 4;    // 0 to kMostScans
  int threads = 0;  // 0: as many as are useful
};

// Replaces the matching matches[0 .. numNodes - 1] (the partner of every node, or -1) by one that is
// at least as heavy, in at most `scans` scans. Returns the number of scans that changed something;
// when a scan finds no path, there are no more scans. The result depends only on the graph, the
// matching and the number of scans: it is the same for every number of threads and every machine.
//
// Bound: the weight, as a real number without rounding, never falls. So if the start is the greedy
// matching, and scans > 0, the weight is at least half of the largest possible weight, also if
// weights are negative. Nothing better is proved.
//
// First, every pair of negative weight is separated; this is not counted as a scan. Edges whose
// weight is not positive are never used below. Then each scan has three steps. The words arm and gain
// are those of Pettie and Sanders, A simpler linear time 2/3 - epsilon approximation for maximum weight matching,
// Information Processing Letters 91 (2004).
//
// 1. Every center (a pair, or a node without a partner) looks for its best path in the matching as it
//    was at the start of the scan. An arm of an end u of the center is an edge u - a to a node a
//    outside of the center. Its gain is the weight of u - a, less the weight of the pair of a. Only
//    the two arms of u with the largest gains are considered; of equal gains, the larger edge_hash()
//    comes first. A path has at most one arm at each end of the center, and two arms end in two
//    nodes. Its gain is the sum of the gains of its arms, less the weight of the center. If its arms
//    end in the two nodes of one pair, the path is a cycle of four, and the weight of this pair,
//    which was subtracted twice, is added once. The best path has the largest gain, and a gain is
//    needed. Of equal gains, the first comes first: by the arm of the smaller end (none, best,
//    second), then by the other arm.
// 2. Four rounds of claims (kClaimRounds). Each path claims the nodes of its center, the ends of its arms and their
//    partners. A node belongs to the path with the largest gain; of equal gains, to the path whose
//    smaller node of the center has the larger mix_bits(). A path to which all its nodes belong is
//    applied: the nodes lose their partners, and the arms become pairs. A path with a node that has
//    changed is dropped; the others claim again in the next round.
// 3. The nodes without a partner are matched with each other by the greedy algorithm, where the larger
//    edge_hash() comes first among equally heavy edges. So no edge of positive weight joins two nodes
//    without partners.
//
// Gains of integers are exact. Gains of floats and doubles are computed in double, and only a gain
// that is certainly not caused by rounding counts.
//
// Needs 42 to 46 bytes per node, 8 more if the offsets have 32 bits, and memory for the edges of step
// 3. Throws GraphError if a partner is not a neighbor of the node or has another partner, or if a
// weight is not finite, or larger than 2^59 (int64) or 2^1000 (double); and InputError for the number
// of scans. Then the matching stays as it was. Throws std::bad_alloc; then the matching is still a
// matching, but may have been changed.
int improve(const graph::View& graph, const ImproveOptions& options, Node* matches);

void check_scans(int scans);  // throws InputError

// gpu_improver.cuh does the same on a GPU.
struct QualityMeasures {
  double milliseconds = 0;
  int scans = 0;  // those that changed something
};
struct Improved {
  QualityMeasures measures;
  Buffer<Node> matches;
};

}  // namespace handshake
