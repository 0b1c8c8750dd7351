// What is right in this lab, but could be better: see suite/words/table.hpp.
#include "labs/matching/words/words.hpp"

namespace handshake::suite::words {

const char* const kLabNotes = R"(
extra_alone: -extra: for {nodes|node} and an edge list of {elements|edge}, one thread of {kernel}
  made {busiest} of {accesses} accesses to arrays. The result is right, but the other threads have
  little to do: a run on a large graph may not end in time.
extra_again: -extra: for {nodes|node} and an edge list of {elements|edge}, the threads of {kernel}
  made {accesses} accesses to arrays, {each} for each edge. The result is right, but this number
  grows with the number of nodes: a run on a large graph may not end in time.
old_neighbor: -extra: for a node without an edge, strongNeighbor still has the neighbor from an
  earlier pass instead of UNMATCHED. This causes no handshake here, so the matching is right.
lost_array: One scratch array is never freed: this file contains the given code of an earlier year,
  which loses the pointer to the array. This is not counted as a mistake.
unchecked_calls: {file}: the errors of these CUDA calls are not checked: line{?several: s} {lines}.
  The handout asks you to check them: write CUDA_CHECK(...) around each call.
)";

}  // namespace handshake::suite::words
