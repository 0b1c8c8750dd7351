// The kernels and launch shapes of the suite, and how a case is put together.
#include "suite/case.hpp"

#include <stdexcept>
#include <utility>

#include "suite/oracle.hpp"

namespace handshake::suite {

const KernelInfo& info(Kernel kernel) {
  static const KernelInfo kInfo[] = {
      {"handshaking", "check_handshaking_gpu", "gpu_required/check_handshaking.cu",
       "Two nodes are matched when each is the other's strongest neighbor; a node that was matched "
       "in an earlier pass keeps its partner.",
       "matches"},
      {"filter", "markFilterEdges_gpu", "gpu_required/markFilterEdges.cu",
       "keepEdges[x] is 1 when neither end of edge x is matched, else 0.", "keepEdges"},
      {"scan", "exclusive_prefix_sum_gpu", "gpu_required/exclusive_prefix_sum.cu",
       "Distance 0 moves every element one place to the right, and newSum[0] is 0; any other "
       "distance is one step of an inclusive scan.",
       "newSum"},
  };
  return kInfo[static_cast<int>(kernel)];
}

std::string to_string(Shape shape) {
  const auto count = [](int number, const char* thing) {
    return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
  };
  if (shape.blocks == 1) return "1 block of " + count(shape.threads, "thread");
  return std::to_string(shape.blocks) + " blocks of " + count(shape.threads, "thread") + " (" +
         std::to_string(shape.total()) + " threads)";
}

int KernelCase::output() const {
  for (int a = 0; a < static_cast<int>(arrays.size()); a++)
    if (arrays[a].role != Role::in) return a;
  throw std::logic_error("the case " + title + " has no output array");
}

KernelCase handshaking_case(const std::string& title, std::vector<int> strongNeighbor,
                            std::vector<int> matches, const EdgeList& graph) {
  KernelCase made{Kernel::handshaking, title, {}, {}, {}, graph};
  made.scalars = {static_cast<int>(matches.size())};
  made.expected = matches_after_handshakes(strongNeighbor, matches);
  made.arrays = {{"strongNeighbor", Role::in, std::move(strongNeighbor)},
                 {"matches", Role::in_out, std::move(matches)}};
  return made;
}

KernelCase filter_case(const std::string& title, const EdgeList& graph, std::vector<int> matches) {
  KernelCase made{Kernel::filter, title, {}, {}, {}, graph};
  made.scalars = {graph.numEdges()};
  made.expected = edges_to_keep(graph, matches);
  made.arrays = {{"src", Role::in, graph.src},
                 {"dst", Role::in, graph.dst},
                 {"matches", Role::in, std::move(matches)},
                 {"keepEdges", Role::out, std::vector<int>(graph.src.size())}};
  return made;
}

KernelCase scan_case(const std::string& title, std::vector<int> oldSum, int distance) {
  KernelCase made{Kernel::scan, title, {}, {}, {}, {}};
  made.scalars = {distance, static_cast<int>(oldSum.size())};
  made.expected = after_scan_step(oldSum, distance);
  made.arrays = {{"oldSum", Role::in, std::move(oldSum)},
                 {"newSum", Role::out, std::vector<int>(made.expected.size())}};
  return made;
}

std::vector<KernelCase> cases_of(Kernel kernel) {
  switch (kernel) {
    case Kernel::handshaking:
      return handshaking_cases();
    case Kernel::filter:
      return filter_cases();
    case Kernel::scan:
      return scan_cases();
  }
  throw std::logic_error("there is no such kernel");
}

bool is_small(const KernelCase& kernel_case) {
  return kernel_case.expected.size() <= 700;
}

const std::vector<Shape>& launch_shapes() {
  static const std::vector<Shape> kShapes = {{1, 1}, {3, 7}, {1, 33}, {5, 64}, {1, 256}, {64, 256}};
  return kShapes;
}

}  // namespace handshake::suite
