// Finds the allocation to which each pointer points in the first pass, and the lines that use this
// allocation.
#include "labs/matching/array_lives.hpp"

#include <algorithm>
#include <iterator>

namespace handshake::suite {

std::vector<ArrayLife> array_lives(const EdgeList& graph, const protocol::PassLog& log,
                                   const std::vector<protocol::AllocationLines>& allocations) {
  const long nodes = graph.numNodes, edges = graph.numEdges();
  const struct {
    const char *variable, *user;
    int launches;
    long needs;
    protocol::SeenArray seen;
  } arrays[] = {
      {"strongNeighbor_gpu", "check_handshaking_gpu", log.handshaking_launches, nodes,
       log.strongNeighbor},
      {"matches_gpu", "check_handshaking_gpu", log.handshaking_launches, nodes, log.matches},
      {"src_gpu", "markFilterEdges_gpu", log.filter_launches, edges, log.src},
      {"dst_gpu", "markFilterEdges_gpu", log.filter_launches, edges, log.dst},
      {"weight_gpu", "packGraph_gpu", log.pack_launches, edges, log.pack[5]},
      {"temp1_gpu", "markFilterEdges_gpu", log.filter_launches, edges + 1, log.keepEdges},
      {"temp2_gpu", "exclusive_prefix_sum_gpu", log.scan_launches, edges + 1, log.newSum},
      {"temp3_gpu", "packGraph_gpu", log.pack_launches, edges, log.pack[2]},
      {"temp4_gpu", "packGraph_gpu", log.pack_launches, edges, log.pack[4]},
  };
  std::vector<ArrayLife> lives;
  for (const auto& array : arrays) {
    ArrayLife life{array.variable, array.launches > 0 ? array.user : "", array.needs};
    const int number = array.launches > 0 ? array.seen.allocation : 0;
    if (number > 0 && number <= static_cast<int>(allocations.size())) {
      const protocol::AllocationLines& lines = allocations[number - 1];
      life.is_piece = std::count_if(std::begin(arrays), std::end(arrays), [&](const auto& other) {
                        return other.launches > 0 && other.seen.allocation == number;
                      }) > 1;
      life.has = lines.bytes / static_cast<long>(sizeof(int));
      life.allocated = lines.made;
      life.filled = lines.filled;
      life.freed = lines.freed;
      life.copied_unfilled = lines.copied_unfilled;
      life.is_managed = lines.is_managed != 0;
    }
    lives.push_back(life);
  }
  return lives;
}

}  // namespace handshake::suite
