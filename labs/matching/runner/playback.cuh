// Stand-ins for the four kernels of a pass. They compute nothing: they record their arguments, and
// write the results that correct kernels would write. The request contains these results. So a
// submission's onewaywrapper.cu runs whole passes even if the submission's kernels are wrong. And
// no student can copy a kernel from here.
#pragma once

#include "labs/matching/runner/pass_log.hpp"
#include "runner/allocations.hpp"

namespace handshake::runner {

// One pass: its sizes, and where its data begin in the script (the results of correct kernels) and
// in the log (the recorded arguments). Offsets count ints.
struct PassScript {
  int numEdges, numKept, scan_steps;
  int matches, keepEdges, sums, newEdges;                                        // in the script
  int seen, seen_strongNeighbor, seen_matches, seen_src, seen_dst, seen_weight;  // in the log
};

struct Playback {
  int numNodes, numPasses;
  int pass;           // the current pass; the stand-in for handshaking sets it
  int completed;      // passes whose edges were filtered
  int most_elements;  // elements of the longest array that a kernel uses; at least 1
  const int* script;
  int* log;
  const PassScript* passes;
  const AllocationRange* allocations;  // in the order in which on_allocations_changed() gets them
};

constexpr int kMostAllocations = 256;

// Makes the stand-ins use this object, which is in the memory of the GPU.
void use_playback(Playback* playback_gpu);

}  // namespace handshake::runner
