// attack: forge
// root: host
// what: launches empty kernels with all their arguments, computes each step on the host, and copies
//   the right result to where the kernel should have left it
// list: 17 18
// quick: yes
#include <vector>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

typedef std::vector<int> Array;

static void put(int* to, const Array& from) {
  cudaMemcpy(to, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice);
}

static int* place(size_t length) {
  int* made = nullptr;
  cudaMalloc(&made, (length + 1) * sizeof(int));
  return made;
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool) {
  const int blocks = (numthreads + 255) / 256, n = graph.numNodes, all = graph.numEdges;
  int *strong = place(n), *matches = place(n), *sums = place(all), *more = place(all);
  int *src = place(all), *dst = place(all), *weight = place(all);
  int *newSrc = place(all), *newDst = place(all), *newWeight = place(all);
  Array a(graph.src, graph.src + all), b(graph.dst, graph.dst + all);
  Array w(graph.weight, graph.weight + all), m(n, -1);
  put(src, a), put(dst, b), put(weight, w), put(matches, m);
  while (true) {
    const int edges = a.size();
    Array best(n, -1), heaviest(n), keep(edges), index(edges + 1);
    for (int e = 0; e < edges; e++)
      if (best[a[e]] == -1 || w[e] > heaviest[a[e]]) best[a[e]] = b[e], heaviest[a[e]] = w[e];
    put(strong, best);
    check_handshaking_gpu<<<blocks, 256>>>(strong, matches, n);
    for (int x = 0; x < n; x++)
      if (m[x] == -1 && best[x] != -1 && best[best[x]] == x) m[x] = best[x];
    put(matches, m);
    markFilterEdges_gpu<<<blocks, 256>>>(src, dst, matches, sums, edges);
    for (int e = 0; e < edges; e++) keep[e] = m[a[e]] == -1 && m[b[e]] == -1;
    put(sums, keep);
    for (int distance = 0; distance <= edges; distance = distance ? 2 * distance : 1)
      exclusive_prefix_sum_gpu<<<blocks, 256>>>(sums, more, distance, edges + 1);
    for (int e = 0; e < edges; e++) index[e + 1] = index[e] + keep[e];
    put(more, index);
    if (index[edges] == 0) break;
    packGraph_gpu<<<blocks, 256>>>(newSrc, src, newDst, dst, newWeight, weight, more, edges);
    std::swap(src, newSrc), std::swap(dst, newDst), std::swap(weight, newWeight);
    Array c, d, v;
    for (int e = 0; e < edges; e++)
      if (keep[e]) c.push_back(a[e]), d.push_back(b[e]), v.push_back(w[e]);
    a = c, b = d, w = v;
  }
  cudaMemcpy(res, matches, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int* each : {strong, matches, sums, more, src, dst, weight, newSrc, newDst, newWeight})
    cudaFree(each);
}
