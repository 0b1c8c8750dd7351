// Checks the whole program: ./match reads a graph and writes a file.
#pragma once

#include <string>

#include "check/programs.hpp"
#include "labs/matching/edge_list.hpp"
#include "suite/check_kernel.hpp"
#include "suite/part.hpp"

namespace handshake::check {

// Runs match on a graph. Returns what is wrong with its output, or nothing. `scratch` is a folder
// for temporary files.
std::optional<suite::Failure> run_match(const Programs& programs, const suite::EdgeList& graph,
                                        int threads, bool extra, const std::string& schedule,
                                        const std::string& scratch);

struct MatchOptions {
  bool extra;
  suite::Selection selection;
  int cases_before;       // number of cases that the part already has
  std::string testcases;  // the folder of the test cases; empty: they are not run
  std::string scratch;    // a folder for temporary files
};

void add_match_cases(const Programs& programs, const MatchOptions& options,
                     suite::PartResult& part);

// Whether a run of match did not end in time, and all runs before it were smaller and right.
bool is_slow_in_largest_run(const suite::Failure& failure);

}  // namespace handshake::check
