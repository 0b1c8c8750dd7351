// The two parts that are in onewaywrapper.cu: GPU memory and the extra credit.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/programs.hpp"
#include "check/source_facts.hpp"
#include "labs/matching/check/check_match.hpp"
#include "labs/matching/passes.hpp"
#include "labs/matching/wrapper_case.hpp"
#include "suite/part.hpp"

namespace handshake::check {

// The facts about the submission that both parts need.
struct WrapperOptions {
  suite::Selection selection;
  suite::Forgiven forgiven;
  std::string source;                      // the path of its onewaywrapper.cu
  LineRanges students_lines;               // of that file
  std::vector<suite::Finding> known = {};  // diagnose_cases ignores these
};

suite::PartResult check_memory(const Programs& programs, const WrapperOptions& options);

// `runs_match`: the program `match` is run, too, with -extra. This is useful only if `match` is
// right without -extra.
suite::PartResult check_extra(const Programs& programs, const WrapperOptions& options,
                              bool runs_match, MatchOptions match);

// Whether diagnostic mode finds nothing in these cases.
bool finds_nothing(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                   const WrapperOptions& options);

// Runs the small cases in diagnostic mode, until one fails. This failure is added to the part, if
// it counts: by default, each one does.
void diagnose_cases(
    const Programs& programs, const std::vector<suite::WrapperCase>& cases,
    const WrapperOptions& options, suite::PartResult& part,
    bool (*counts)(const suite::Failure&) = [](const suite::Failure&) { return true; });

// Runs the cases with threads that take turns in a random order: each turn is a single access. A
// right kernel is right in every such order. Without turns, no thread can change a value
// between the read and the atomicCAS of another thread. So only random
// turns show the mistake of a kernel that does not repeat a failed atomicCAS.
void take_turns(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                const WrapperOptions& options, suite::PartResult& part);

// The same options for runs with -extra: faults that occur without -extra as well are forgiven.
WrapperOptions without_known_faults(const Programs& programs, WrapperOptions options);

// A small graph on which a pass of the student's extra credit is wrong. All kernels outside of the
// extra credit are ours.
std::optional<suite::FailingGraph> failing_graph_of_extra(const Programs& programs,
                                                          const WrapperOptions& options,
                                                          const suite::Failure& failure);

}  // namespace handshake::check
