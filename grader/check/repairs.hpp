// Looks for small changes of a kernel, one at a time, that make all its cases right. The line of
// such a change is where the mistake is.
#pragma once

#include <string>
#include <vector>

#include "check/programs.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

struct VariantPrograms {
  std::string directory;  // of the programs; empty: there are none
  std::string make;       // the command that makes one of them
};

// The changes that make all cases right, grouped by line; nothing if the wrong line is not certain.
// `file`: the kernel's file, with the name that places use.
std::vector<suite::Repair> find_repairs(const Programs& programs, const VariantPrograms& variants,
                                        suite::Kernel kernel, const suite::Failure& failure,
                                        const std::string& file);

}  // namespace handshake::check
