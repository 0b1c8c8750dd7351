// The check of the whole program: ./match reads a graph and writes a file.
#pragma once

#include <string>

#include "check/programs.hpp"
#include "suite/check_kernel.hpp"
#include "suite/part.hpp"

namespace handshake::check {

// Runs match on a graph; what is wrong with its output, or nothing. scratch: a folder for files.
std::optional<suite::Failure> run_match(const Programs& programs, const suite::EdgeList& graph,
                                        int threads, bool extra, const std::string& schedule,
                                        const std::string& scratch);

// Adds the runs of match to a part that has so many cases already.
void add_match_cases(const Programs& programs, bool extra, suite::Selection selection,
                     int cases_before, const std::string& scratch, suite::PartResult& part);

}  // namespace handshake::check
