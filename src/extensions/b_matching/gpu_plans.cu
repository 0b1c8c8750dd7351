// Decides for each GPU whether it stores all edges of its nodes. If it does not, decides how large
// the batches of lists are.
#include <algorithm>
#include <string>
#include <vector>

#include "extensions/b_matching/gpu_list_stream.cuh"
#include "extensions/b_matching/gpu_plans.cuh"
#include "extensions/common/memory_limit.cuh"
#include "extensions/common/partition.hpp"
#include "gpu/device_error.hpp"

namespace handshake::b_matching {
namespace {

constexpr std::size_t kMostRoom = 1 << 24;  // edges of a batch; larger batches gain nothing

std::size_t longest_list(const Problem& problem, const PartPlan& plan) {
  EdgeIndex longest = 1;
  for (Node v = plan.begin; v < plan.end; ++v) longest = std::max(longest, problem.degree(v));
  return longest;
}

std::int64_t needed(const PartPlan& plan, std::size_t room) {
  return plan.bytes() + ListStream::bytes(room);
}

// How many edges fit into a batch. The number is halved until the data of the nodes and two batches
// fit into `limit`, but it is at least `least`.
std::size_t room_of(const PartPlan& plan, std::size_t least, std::int64_t limit) {
  std::size_t room = std::max(least, std::min(kMostRoom, plan.own_edges));
  while (room > least && needed(plan, room) > limit) room = std::max(least, room / 2);
  return room;
}

}  // namespace

std::vector<PartPlan> plan_parts(const Problem& problem, const Layout& layout,
                                 const Options& options) {
  const std::vector<Node> borders =
      cut_by_edges(problem.graph, 0, problem.graph.numNodes, options.gpus, 32);
  std::vector<PartPlan> plans;
  // Among the GPUs that need more memory than their limit: the largest number of bytes that is
  // needed, and the limit of that GPU; 0: there is no such GPU.
  std::int64_t least = 0, limit_of_least = 0;
  for (int p = 0; p < options.gpus; ++p) {
    CUDA_CHECK(cudaSetDevice(p));
    const std::int64_t limit = memory_limit(options.memory);
    plans.emplace_back(problem, layout, borders[p], borders[p + 1], true);
    const std::int64_t as_a_whole = plans[p].bytes();
    if (as_a_whole <= limit) continue;
    plans[p] = PartPlan(problem, layout, borders[p], borders[p + 1], false);
    plans[p].room = room_of(plans[p], longest_list(problem, plans[p]), limit);
    const std::int64_t enough = std::min(needed(plans[p], plans[p].room), as_a_whole);
    if (enough <= std::max(limit, least)) continue;
    least = enough;
    limit_of_least = limit;
  }
  if (least == 0) return plans;
  throw DeviceError("a GPU may use " + std::to_string(limit_of_least) +
                    " bytes, but needs at least " + std::to_string(least) +
                    " for the data of its nodes and two batches of lists; try a "
                    "larger -memory, more -gpus or a smaller b");
}

}  // namespace handshake::b_matching
