// Makes failures that say what is wrong with a run of onewaywrapper.cu.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "labs/matching/facts.hpp"
#include "labs/matching/wrapper_case.hpp"

namespace handshake::suite {

Failure failure_of_passes(Verdict verdict, Fact what, Thought thought);
// Reports which array is lost: it was never freed, but no pointer points to it any more. This
// may explain why another pointer has no memory.
void tell_lost(Failure& failure, const std::vector<protocol::AllocationLines>& allocations);

// Reports a cudaMemset that did not set the ints to the value of its argument.
void tell_sets(const std::vector<protocol::SetBytes>& sets, Failure& failure);

Failure ended_badly(const WrapperCase& wrapper_case, const WrapperReply& reply);
Failure ended_with(const std::string& thrown);
Failure pass_never_ran(const NeverLaunched& fact);
Failure memory_fault(const protocol::MemoryEvent& event, const WrapperReply& reply);
Failure leaked(const std::vector<protocol::MemoryEvent>& leaks, const WrapperReply& reply);
// `fresh` is the value in every element of fresh GPU memory.
Failure wrong_strongest(const Pass& pass, const std::vector<int>& got, int node, int fresh,
                        int number = 1);

// `variable`: the array's name in onewaywrapper.cu, or empty if the array is the result.
// `lines`: the lines about the array's allocation, if they explain something.
std::optional<Failure> wrong_array(const std::string& array, const std::string& variable,
                                   const std::vector<int>& got, const std::vector<int>& expected,
                                   int fresh, const protocol::AllocationLines* lines = nullptr);
// Returns a failure if an array of the pass is too short, or overlaps another array
// (wrapper_rooms.cpp).
std::optional<Failure> too_little_room(const Pass& pass, const protocol::PassLog& log, int numNodes,
                                       bool is_last,
                                       const std::vector<protocol::AllocationLines>& allocations);

// The lines of the submission that use the memory of `seen`, an array that a stand-in kernel got;
// null if they are not known.
const protocol::AllocationLines* lines_of(const std::vector<protocol::AllocationLines>& allocations,
                                          const protocol::SeenArray& seen);

}  // namespace handshake::suite
