// The two parts that are in onewaywrapper.cu: GPU memory and the extra credit.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/check_match.hpp"
#include "check/programs.hpp"
#include "check/source_facts.hpp"
#include "suite/part.hpp"
#include "suite/passes.hpp"
#include "suite/wrapper_case.hpp"

namespace handshake::check {

// The facts about the submission that both parts need.
struct WrapperOptions {
  suite::Selection selection;
  bool forgives_one_leak;
  std::string source;         // the path of its onewaywrapper.cu
  LineRanges students_lines;  // of that file
  TellingLines telling;       // of that file
};

suite::PartResult check_memory(const Programs& programs, const WrapperOptions& options);

// `runs_match`: the program `match` is run, too, with -extra. This is useful only if `match` is
// right without -extra.
suite::PartResult check_extra(const Programs& programs, const WrapperOptions& options,
                              bool runs_match, MatchOptions match);

// Whether diagnostic mode finds nothing in these cases.
bool finds_nothing(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                   const WrapperOptions& options);

// A small graph on which a pass of the student's extra credit is wrong. All kernels outside of the
// extra credit are ours.
std::optional<suite::FailingGraph> failing_graph_of_extra(const Programs& programs,
                                                          const WrapperOptions& options,
                                                          const suite::Failure& failure);

}  // namespace handshake::check
