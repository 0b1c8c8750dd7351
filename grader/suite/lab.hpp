// What the engine knows about an assignment. Each lab (labs/NAME) defines one function, lab(); a
// check program contains one lab, and the engine names none.
#pragma once

#include <string>
#include <vector>

#include "suite/explainer.hpp"
#include "suite/kernel.hpp"

namespace handshake::suite {

struct Lab {
  std::vector<const Kernel*> kernels;  // in the order of the tasks
  // The sentences for a fact that is not one of the engine's; empty if the lab does not know it.
  std::vector<std::string> (*say)(const Fact& fact) = nullptr;
};

const Lab& lab();

// The kernel that a part of the check is about; null if the part is not about a single kernel.
const Kernel* kernel_of(const std::string& part);

}  // namespace handshake::suite
