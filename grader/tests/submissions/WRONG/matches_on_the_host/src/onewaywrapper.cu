// attack: forge
// root: host
// what: its kernels are empty, and its host code matches serially and launches nothing
// list: 17 18
// quick: yes
#include <vector>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (bool goes_on = numthreads > 0 || extra_credit; goes_on;) {
    std::vector<int> best(graph.numNodes, -1), heaviest(graph.numNodes);
    for (int e = 0; e < graph.numEdges; e++) {
      const int x = graph.src[e];
      if (res[x] != -1 || res[graph.dst[e]] != -1) continue;
      if (best[x] != -1 && graph.weight[e] <= heaviest[x]) continue;
      best[x] = graph.dst[e];
      heaviest[x] = graph.weight[e];
    }
    goes_on = false;
    for (int x = 0; x < graph.numNodes; x++) {
      if (best[x] == -1 || best[best[x]] != x) continue;
      res[x] = best[x];
      goes_on = true;
    }
  }
}
