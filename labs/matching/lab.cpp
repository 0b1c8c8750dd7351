// The definition of this lab: see suite/lab.hpp.
#include "suite/lab.hpp"

#include "labs/matching/kernels.hpp"
#include "labs/matching/words/words.hpp"

namespace handshake::suite {

Hint KernelExplainer::explain(const KernelCase& kernel_case, const Elements& got,
                              Failure& failure) const {
  constexpr int kOldUnmatched = -2;  // of the kit of 2021
  const Thought thought = think(kernel_case, got, failure);
  if (failure.got == kOldUnmatched) return Hint{"old_unmatched"}.from(Sure::cause);
  return Hint{thought}.from(thought == "one_step" ? Sure::cause : Sure::guess);
}

const Lab& lab() {
  static const Lab kLab{{&kHandshaking, &kFilter, &kScan},
                        "gpuHeaders.cuh",
                        words::kLabFacts,
                        words::kLabHints,
                        words::kLabNotes,
                        words::say_fact};
  return kLab;
}

}  // namespace handshake::suite
