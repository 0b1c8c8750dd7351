// Counts the accesses of each kernel with the counters of diagnostic mode. See extra_work.hpp.
#include "labs/matching/check/extra_work.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/json.hpp"
#include "labs/matching/check/wrapper_process.hpp"
#include "labs/matching/kernels.hpp"

namespace handshake::check {

namespace {

constexpr int kNodes = 200, kNeighbors = 10, kThreads = 1024;
// A kernel with more accesses per edge than this gets a note. A step that looks at every edge once,
// or computes prefix sums over the edges, makes far fewer accesses. A step that looks at all edges
// for each node makes kNodes accesses per edge.
constexpr long kManyAccesses = 120;

struct KernelWork {
  std::string kernel;
  long launches, threads, accesses, most;
};

// A ring in which all nodes are matched in one pass, so that each kernel gets the edges only once.
suite::EdgeList ring() {
  std::vector<suite::Edge> edges;
  for (int x = 0; x < kNodes; x++)
    for (int step = 1; step <= kNeighbors; step++)
      edges.push_back({x, (x + step) % kNodes, x % 2 == 0 && step == 1 ? 9 : (x + step) % 5});
  return make_edge_list(kNodes, edges);
}

bool is_given(const std::string& kernel) {
  return kernel == "packGraph_gpu" ||
         std::any_of(std::begin(suite::kKernels), std::end(suite::kKernels),
                     [&](const suite::Kernel* one) { return kernel == one->name; });
}

std::vector<KernelWork> parse(const std::string& text) {
  std::vector<KernelWork> all;
  std::istringstream lines(text);
  try {
    for (std::string line; std::getline(lines, line);) {
      const Json found = Json::parse(line);
      const std::string kernel = found["kernel"].text();
      if (kernel.empty() || is_given(kernel)) continue;
      all.push_back({kernel, found["launches"].whole(0), found["threads"].whole(0),
                     found["accesses"].whole(0), found["accesses_per_thread"]["max"].whole(0)});
    }
  } catch (const std::runtime_error&) {
    all.clear();  // without counters there is no note, and no failure
  }
  return all;
}

}  // namespace

std::optional<suite::Note> note_on_extra_work(const Programs& programs) {
  constexpr int kSlower = 4;
  if (!programs.has_diagnostic("run_wrapper")) return std::nullopt;
  const suite::EdgeList graph = ring();
  WrapperProcess process(programs.diagnostic_command("run_wrapper", "forward"),
                         kSlower * programs.limit, Recorded::counters);
  process.run({{}, graph, kThreads, true}, all_passes(graph), suite::kLeaveAsItIs);
  process.finish();
  const std::vector<KernelWork> all = parse(process.counters());
  if (all.empty()) return std::nullopt;

  const KernelWork& busiest = *std::max_element(
      all.begin(), all.end(),
      [](const KernelWork& a, const KernelWork& b) { return a.accesses < b.accesses; });
  const suite::Slots slots = {{"kernel", busiest.kernel},
                              {"nodes", static_cast<long>(graph.numNodes)},
                              {"elements", static_cast<long>(graph.numEdges())},
                              {"accesses", busiest.accesses},
                              {"each", busiest.accesses / graph.numEdges()},
                              {"busiest", busiest.most}};
  const bool is_alone = busiest.launches == 1 && 2 * busiest.most > busiest.accesses;
  if (is_alone) return suite::Note{"extra_alone", slots};
  if (busiest.accesses > kManyAccesses * graph.numEdges()) return suite::Note{"extra_again", slots};
  return std::nullopt;
}

}  // namespace handshake::check
