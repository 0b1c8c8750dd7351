// The three required kernels, and their cases.
#pragma once

#include <string>
#include <vector>

#include "labs/matching/case_title.hpp"
#include "labs/matching/edge_list.hpp"
#include "suite/explainer.hpp"

namespace handshake::suite {

extern const Kernel kHandshaking, kFilter, kScan;
// In the order of the tasks.
inline const Kernel* const kKernels[] = {&kHandshaking, &kFilter, &kScan};

// Cases of the kernel alone. Simple cases come first.
std::vector<KernelCase> handshaking_cases();
std::vector<KernelCase> filter_cases();
std::vector<KernelCase> scan_cases();

// Makes a case of one kernel from the arrays of one pass.
KernelCase handshaking_case(const CaseTitle& title, std::vector<int> strongNeighbor,
                            std::vector<int> matches);
KernelCase filter_case(const CaseTitle& title, const EdgeList& graph, std::vector<int> matches);
KernelCase scan_case(const CaseTitle& title, std::vector<int> oldSum, int distance);

// What the explainers of the three kernels have in common.
class KernelExplainer : public Explainer {
 public:
  Hint explain(const KernelCase& kernel_case, const Elements& got, Failure& failure) const final;

 protected:
  // Adds why the element must have its value, and returns what to think about.
  virtual Thought think(const KernelCase&, const Elements& got, Failure&) const = 0;
};

int distance_of(const KernelCase& scan);

}  // namespace handshake::suite
