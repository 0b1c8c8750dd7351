// The flags of the check program; grader/README.md describes them.
#pragma once

#include <string>
#include <vector>

#include "check/programs.hpp"
#include "suite/check_kernel.hpp"

namespace handshake::check {

struct Options {
  std::vector<std::string> parts;  // ids; empty: all
  Programs programs;
  std::string sources = "src";
  std::string marks;      // the file with the facts that skeleton.py has found; empty: none
  std::string testcases;  // the folder of the test cases that were handed out; empty: none is run
  std::string output = "build/check";
  std::string variants;  // the folder of the programs for repairs.hpp; empty: none
  std::string make;      // the command that builds a program in the folder `variants`
  std::string json;      // the file for the results; empty: none is written
  std::string trace;     // a graph file: its trace is made, and nothing is checked
  int threads = 256;     // of each launch of a trace
  int blocks = 0;        // the number of blocks that these threads form; 0: as in match
  suite::Selection selection;
  bool counts_shares = false;  // whether the shares of a part that is not OK are counted
  bool is_verbose = false;
  int seed = 0;             // see suite::case_seed
  std::string lab;          // the value of LAB with which make must be called; may be empty
  bool only_table = false;  // prints the notes and one line for each part, but no failure

  bool asks_for(const std::string& part) const;
};

// Throws handshake::UsageError.
Options parse_options(int argc, char** argv);

}  // namespace handshake::check
