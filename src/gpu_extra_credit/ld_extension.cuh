// The function that ld_extension.cu defines, and that ld_match and the grader call.
#ifndef LD_EXTENSION_H
#define LD_EXTENSION_H

// Finds the locally dominant matching of a graph. All arrays are in the memory of the GPU.
//   in   offsets   [numNodes + 1]  the edges of node x are offsets[x] to offsets[x + 1] - 1
//   in   neighbors [numEdges]      the other end of each edge, in rising order for each node
//   in   weights   [numEdges]      the weight of each edge; it may be zero or negative
//   out  matches   [numNodes]      the partner of each node, or UNMATCHED; write every element
// Every undirected edge appears twice, once at each end, and numEdges counts both. A node prefers
// the heavier edge, and of equally heavy edges the one to the neighbor with the smaller index. The
// caller waits for the GPU afterwards.
void match_locally_dominant(const int* offsets, const int* neighbors, const int* weights,
                            int* matches, int numNodes, int numEdges);

#endif
