// The cases of onewaywrapper.cu: GPU memory, and the extra credit's strongest neighbors. The
// submission's passes run with stand-in kernels. These write what right kernels would have written,
// and record their arguments.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "labs/matching/case_title.hpp"
#include "labs/matching/oracle.hpp"
#include "labs/matching/runner/pass_log.hpp"
#include "suite/failure.hpp"
#include "suite/kernel_runner.hpp"

namespace handshake::suite {

struct WrapperCase {
  CaseTitle title;
  EdgeList graph;
  int numthreads;
  bool extra;
  std::string kind = "plain";  // of the graph: "plain", "ties", "weights" (zero, negative, extreme)
                               // or "sizes" (many nodes, edges or threads, or a large degree)
};

std::vector<WrapperCase> memory_cases();
std::vector<WrapperCase> extra_cases();

struct SeenPass {
  protocol::PassLog log;
  std::vector<int> strongNeighbor, matches;  // as check_handshaking_gpu got them
  std::vector<int> src, dst;                 // as markFilterEdges_gpu got them
  std::vector<int> weight;                   // as packGraph_gpu got it; not in the last pass
};

struct WrapperReply {
  End end;
  std::string printed;  // what the process printed
  std::string thrown;   // the message of the exception that ended the passes, or nothing
  std::vector<int> matches;
  std::vector<SeenPass> passes;  // one element for each pass of a right run
  std::vector<protocol::MemoryEvent> events;
  std::vector<protocol::AllocationLines> allocations;  // [number of the allocation, minus one]
  std::vector<protocol::SetBytes> sets;
  int result_copied = 0;          // the line of the last copy into the result
  int first_free = 0;             // the first line that called cudaFree; 0: there is none
  std::vector<Finding> findings;  // what the CUDA runtime noticed since the last reply
};

class WrapperRunner {
 public:
  virtual ~WrapperRunner() = default;
  // `pattern`: the value of every element of fresh GPU memory, or kLeaveAsItIs.
  virtual WrapperReply run(const WrapperCase& wrapper_case, const std::vector<Pass>& passes,
                           int pattern) = 0;
  // Ends the process, and returns what the CUDA runtime reports at the end.
  virtual std::vector<Finding> finish() = 0;
};

struct WrapperResult {
  std::optional<Failure> failure;
  double share = 0;  // how much is right: see CaseShare
  std::vector<Note> notes;
  // Beside another failure: what is never freed, and a wrong cudaFree, which changes no value.
  std::vector<Failure> beside = {};
};

// Gives the failure the title and the rule of the case.
void set_scene(const WrapperCase& wrapper_case, Failure& failure);

// Faults that do not count.
struct Forgiven {
  bool one_leak = false;  // it is only a note: the given code of an earlier year's kit has it
  // For the extra credit: the faults that occur without -extra as well, which the part "GPU memory"
  // reports. The lines of allocations that are not freed, one element for each allocation; other
  // wrong uses of memory, by fault and line; an argument of a kernel with too little room; and
  // whether `matches` is wrong before the first pass.
  std::vector<int> leaking_lines = {};
  std::set<std::pair<protocol::MemoryFault, int>> uses = {};
  std::string short_array = {};
  bool wrong_matches = false;
};

// Whether the only fault is memory that is never freed.
bool is_leak(const Failure& failure);

// What the part "GPU memory" reports of this run without -extra.
Forgiven known_faults(const WrapperCase& wrapper_case, const WrapperReply& reply);

// With this pattern, fresh memory is not filled, so that diagnostic mode notices a read of an
// element that was never written.
constexpr int kLeaveAsItIs = 0;

// `poison` (0 or 1) chooses one of two patterns for fresh memory.
WrapperResult run_wrapper_case(WrapperRunner& runner, const WrapperCase& wrapper_case, int poison,
                               const Forgiven& forgiven);

}  // namespace handshake::suite
