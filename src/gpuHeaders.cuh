// The four kernels that make up one pass of the matching. Three of them are the students' tasks.
// Each kernel is launched with a one-dimensional grid of one-dimensional blocks. The number of
// threads may be smaller or larger than the number of elements. The last index plus the number of
// threads fits into an int (main.cu checks this), so a kernel may go through its elements with
// x += numThreads.
#ifndef GPU_HEADERS_H
#define GPU_HEADERS_H

#include <stdio.h>
#include <stdlib.h>

// Match the nodes that are each other's strongest neighbor (handout, "Update Matches").
//   in      strongNeighbor [numNodes]  strongNeighbor[x] is the node at the other end of the
//                                      heaviest edge of x; UNMATCHED when x has no edge left
//   in/out  matches        [numNodes]  matches[x] is the partner of x, or UNMATCHED; a node that
//                                      was matched in an earlier pass keeps its partner
__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes);

// Mark every edge: 1 to keep it, 0 to filter it out (handout, "Edges Filtering"). An edge is kept
// when neither of its ends is matched.
//   in   src, dst  [numEdges]
//   in   matches   one element per node
//   out  keepEdges [numEdges]
__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges, int numEdges);

// One step of an exclusive prefix sum (handout, "Get New Edge Indices"). The host launches it with
// distance 0, 1, 2, 4, ... and swaps the two arrays between the launches.
//   in   oldSum [numElements]
//   out  newSum [numElements]  distance 0: oldSum moved one place to the right, newSum[0] is 0;
//                              otherwise: the step of an inclusive scan with this distance
__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements);

// Move every kept edge to its place in the edge list of the next pass (handout, "Filter Edges").
//   in   oldSrc, oldDst, oldWeight [numEdges]
//   in   edgeMap                   [numEdges + 1]        exclusive prefix sum of keepEdges
//   out  newSrc, newDst, newWeight [edgeMap[numEdges]]
__global__ void packGraph_gpu(int* newSrc, int* oldSrc, int* newDst, int* oldDst, int* newWeight,
                              int* oldWeight, int* edgeMap, int numEdges);

#endif
