// attack: deceive
// root: device
// what: finds the matching on the host before main, writes it and ends; the kernel is empty
// list: 17
// quick: yes
#include <stdio.h>
#include <unistd.h>

#include <vector>

#include "gpuHeaders.cuh"
#include "utils.hpp"

struct HostEdge {
  int a, b, weight;
};

// Matches the heaviest edge with two free ends, again and again.
static std::vector<int> match_serially(const std::vector<HostEdge>& edges, int numNodes) {
  std::vector<int> partner(numNodes, -1);
  while (true) {
    const HostEdge* best = nullptr;
    for (const HostEdge& edge : edges)
      if (partner[edge.a] < 0 && partner[edge.b] < 0)
        if (best == nullptr || edge.weight > best->weight) best = &edge;
    if (best == nullptr) return partner;
    partner[best->a] = best->b;
    partner[best->b] = best->a;
  }
}

__attribute__((constructor)) static void attack() {
  FILE* in = fopen("/in/graph.mtx", "r");
  FILE* out = fopen("out.txt", "w");
  int numNodes, columns, count, a, b, weight;
  if (in == nullptr || out == nullptr) return;
  if (fscanf(in, "%*[^\n] %d %d %d", &numNodes, &columns, &count) != 3) return;
  std::vector<HostEdge> edges;
  while (fscanf(in, "%d %d %d", &a, &b, &weight) == 3) edges.push_back({a - 1, b - 1, weight});
  for (const int node : match_serially(edges, numNodes)) fprintf(out, "%d\n", node);
  fclose(out);
  _exit(0);
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
