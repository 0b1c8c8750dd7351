// Finds the launches of one pass, and the arrays that were passed to them.
#pragma once

#include <optional>
#include <vector>

#include "suite/history.hpp"

namespace handshake::suite {

struct PassLaunches {
  std::vector<const LaunchHistory*> own;  // launches of the submission's own kernels
  const LaunchHistory* handshaking = nullptr;
  const LaunchHistory* filter = nullptr;
  const LaunchHistory* pack = nullptr;  // none in the last pass
};

// Whether the kernel is a stand-in of the suite, which runs instead of a student's kernel.
bool is_stand_in(const LaunchHistory& launch);
PassLaunches launches_of(const History& history, int pass);
// The pointer at this position among the arguments, counted from 1; null if the launch or the
// pointer is missing.
const Argument* argument_of(const LaunchHistory* launch, int position);
// The weights of the pass, or null if they are not known. In the last pass, they are an output of
// packGraph_gpu in the pass before.
const Argument* weights_of(const History& history, const PassLaunches& pass, int number);
// The result of weights_of. If it is null, returns the array that the submission's kernels read in
// this pass and never write. Returns nothing if there are several such arrays. The arrays src, dst
// and strongNeighbor do not count.
std::optional<Argument> read_weights(const History& history, const PassLaunches& pass, int number);

}  // namespace handshake::suite
