// Runs cases of onewaywrapper.cu with one chosen change of the submission.
#pragma once

#include <string>
#include <vector>

#include "check/trials.hpp"
#include "labs/matching/check/check_wrapper.hpp"
#include "labs/matching/check/wrapper_runs.hpp"

namespace handshake::check {

// Tries changes of the part "GPU memory", or of the extra credit. A change of the extra credit must
// not break the cases of the part "GPU memory".
class WrapperTrials : public Trials {
 public:
  WrapperTrials(const Programs& programs, const std::string& directory,
                const WrapperOptions& options, bool is_extra);
  bool is_right(int case_number, int variant) override;
  bool all_are_right(int variant) override;
  bool leaves_out_largest() const override {
    return order_.size() < cases_.size() + others_.size();
  }
  bool is_clean(int case_number, int variant) override;
  bool writes_more(int, int) override { return false; }  // only stand-in kernels write the matches
  // Whether the case can be tried. The largest cases and runs of match cannot be tried.
  bool has(int case_number) const;

 private:
  bool is_right(WrapperRuns& runs, const suite::WrapperCase& one, int variant);
  bool harms_extra(WrapperRuns& runs, int variant);

  WrapperOptions options_;
  std::vector<suite::WrapperCase> cases_, others_;
  std::vector<suite::WrapperCase> with_extra_;    // the cases with -extra, for harms_extra()
  std::vector<const suite::WrapperCase*> order_;  // cases that failed with other changes come first
  WrapperRuns runs_;
};

}  // namespace handshake::check
