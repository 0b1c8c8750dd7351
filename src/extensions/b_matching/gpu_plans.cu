// Which graphs stay on the GPUs as a whole, and how large the batches of the others are.
#include <algorithm>
#include <string>
#include <vector>

#include "extensions/b_matching/gpu_list_stream.cuh"
#include "extensions/b_matching/gpu_plans.cuh"
#include "extensions/common/memory_limit.cuh"
#include "extensions/common/partition.hpp"
#include "gpu/device_error.hpp"

namespace handshake {
namespace {

constexpr std::size_t kMostRoom = 1 << 24;  // edges of a batch; larger ones gain nothing

std::size_t longest_list(const BProblem& problem, const PartPlan& plan) {
  EdgeIndex longest = 1;
  for (Node v = plan.begin; v < plan.end; ++v) longest = std::max(longest, problem.degree(v));
  return longest;
}

// The most room that fits beside the arrays of the nodes.
std::size_t room_of(const BProblem& problem, const PartPlan& plan, std::int64_t limit,
                    std::int64_t as_a_whole) {
  const std::size_t least = longest_list(problem, plan);
  const auto needed = [&](std::size_t room) { return plan.bytes() + ListStream::bytes(room); };
  if (needed(least) > limit) {
    throw DeviceError("a GPU may use " + std::to_string(limit) + " bytes and needs at least " +
                      std::to_string(std::min(needed(least), as_a_whole)) +
                      " for what it keeps of each node and two batches of lists; give more " +
                      "-memory, more -gpus or a smaller b");
  }
  std::size_t room = std::max(least, std::min(kMostRoom, plan.own_edges));
  while (needed(room) > limit) room = std::max(least, room / 2);
  return room;
}

}  // namespace

std::vector<PartPlan> plan_parts(const BProblem& problem, const Layout& layout,
                                 const BOptions& options) {
  const std::vector<Node> borders =
      cut_by_edges(problem.graph, 0, problem.graph.numNodes, options.gpus, 32);
  std::vector<PartPlan> plans;
  for (int p = 0; p < options.gpus; ++p) {
    CUDA_CHECK(cudaSetDevice(p));
    const std::int64_t limit = memory_limit(options.memory);
    plans.emplace_back(problem, layout, borders[p], borders[p + 1], true);
    const std::int64_t as_a_whole = plans[p].bytes();
    if (as_a_whole <= limit) continue;
    plans[p] = PartPlan(problem, layout, borders[p], borders[p + 1], false);
    plans[p].room = room_of(problem, plans[p], limit, as_a_whole);
  }
  return plans;
}

}  // namespace handshake
