// Lists the kernels and launch shapes of the suite, and makes cases.
#include "suite/case.hpp"

#include <stdexcept>
#include <utility>

#include "suite/oracle.hpp"

namespace handshake::suite {

const KernelInfo& info(Kernel kernel) {
  static const KernelInfo kInfo[] = {
      {"handshaking", "check_handshaking_gpu", "gpu_required/check_handshaking.cu", "matches"},
      {"filter", "markFilterEdges_gpu", "gpu_required/markFilterEdges.cu", "keepEdges"},
      {"scan", "exclusive_prefix_sum_gpu", "gpu_required/exclusive_prefix_sum.cu", "newSum"},
  };
  return kInfo[static_cast<int>(kernel)];
}

int KernelCase::output() const {
  for (int a = 0; a < static_cast<int>(arrays.size()); a++)
    if (arrays[a].role != Role::in) return a;
  throw std::logic_error("a case of " + std::string(info(kernel).name) + " has no output array");
}

KernelCase handshaking_case(const CaseTitle& title, std::vector<int> strongNeighbor,
                            std::vector<int> matches, const EdgeList& graph) {
  KernelCase made{Kernel::handshaking, title, {}, {}, {}, graph};
  // In a pass, a node that was matched earlier has no edge left, so it extends no hand.
  for (size_t node = 0; node < matches.size(); node++)
    if (matches[node] != kUnmatched && strongNeighbor[node] != kUnmatched) made.kind = "general";
  made.scalars = {static_cast<int>(matches.size())};
  made.expected = matches_after_handshakes(strongNeighbor, matches);
  made.arrays = {{"strongNeighbor", Role::in, std::move(strongNeighbor)},
                 {"matches", Role::in_out, std::move(matches)}};
  return made;
}

KernelCase filter_case(const CaseTitle& title, const EdgeList& graph, std::vector<int> matches) {
  KernelCase made{Kernel::filter, title, {}, {}, {}, graph};
  made.scalars = {graph.numEdges()};
  made.expected = edges_to_keep(graph, matches);
  made.arrays = {{"src", Role::in, graph.src},
                 {"dst", Role::in, graph.dst},
                 {"matches", Role::in, std::move(matches)},
                 {"keepEdges", Role::out, std::vector<int>(graph.src.size())}};
  return made;
}

KernelCase scan_case(const CaseTitle& title, std::vector<int> oldSum, int distance) {
  KernelCase made{Kernel::scan, title, {}, {}, {}, {}};
  made.title.distance = distance;
  made.scalars = {distance, static_cast<int>(oldSum.size())};
  made.expected = after_scan_step(oldSum, distance);
  // In a pass, the first sum is 0 in every launch after the first one.
  if (distance > 0 && oldSum.front() != 0) made.kind = "general";
  if (distance == 0) made.kind = "shift";
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

bool is_huge(const KernelCase& kernel_case) {
  return kernel_case.expected.size() > 65536;
}

const std::vector<Shape>& launch_shapes(const KernelCase& kernel_case) {
  static const std::vector<Shape> kShapes = {{1, 1}, {3, 7}, {1, 33}, {5, 64}, {1, 256}, {64, 256}};
  static const std::vector<Shape> kLarge = {{64, 256}, {256, 256}, {391, 256}, {300, 32}};
  return is_huge(kernel_case) ? kLarge : kShapes;
}

}  // namespace handshake::suite
