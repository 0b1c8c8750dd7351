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
  std::string header = "kernels.cuh";  // declares the kernels
  // Tables of words (see words/table.hpp), whose rows come before those of the engine.
  const char* facts = "";
  const char* hints = "";
  const char* notes = "";
  // The sentences for a fact that is a type of this lab; empty for other facts.
  std::vector<std::string> (*say)(const Fact& fact) = nullptr;
};

const Lab& lab();

// A number that the values of a lab's cases depend on. It is 0 in `make check`; for a grader, it makes
// other values, so that a kernel that knows the results of make check is wrong.
int case_seed();
void set_case_seed(int seed);  // before any case is made

// The kernel that a part of the check is about; null if the part is not about a single kernel.
const Kernel* kernel_of(const std::string& part);

}  // namespace handshake::suite
