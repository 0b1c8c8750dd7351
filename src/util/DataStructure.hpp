// The graph as the kernels see it (handout, "Data Structure").
#ifndef DATASTRUCTURE_H
#define DATASTRUCTURE_H

// An undirected graph as an edge list: edge n goes from src[n] to dst[n], and its weight is
// weight[n]. Every undirected edge appears twice, once in each direction. The edges are sorted by
// src; edges with the same src are sorted by dst. The tie rule (the smaller index wins) relies on
// this order.
typedef struct GraphData {
  int numNodes;
  int numEdges;  // directed edges: the length of each of the three arrays
  int* src;
  int* dst;
  int* weight;
} GraphData;

#endif
