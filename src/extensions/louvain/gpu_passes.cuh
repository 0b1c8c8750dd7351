// Passes over a level: the host launches kernels, and checks with a delay of two passes whether the
// passes have ended.
#pragma once

#include <vector>

#include "extensions/louvain/gpu_team.cuh"
#include "gpu/stream.cuh"

namespace handshake::louvain {

class GpuPasses {
 public:
  explicit GpuPasses(const GpuContext& gpu) : gpu_(gpu), seen_(2), passed_(2) {}

  // If `node_of` is null, puts every node into a community of its own. Otherwise puts it into the
  // community of its node in the coarser graph.
  void begin(const GpuLevel& level, const LevelCommunities& c, const Node* node_of,
             const Node* coarse, Node coarse_nodes) const {
    PassState state{};
    state.least = gain_of(gpu_.problem, gpu_.options.threshold);
    CUDA_CHECK(cudaMemcpyAsync(c.state, &state, sizeof state, cudaMemcpyHostToDevice));
    gpu_.with_rules([&](const auto& rules) {
      using Value = decltype(rules.gains.value(0, 0, 0));
      level.with_view([&](const auto& view) {
        begin_level_gpu<Value><<<gpu_.blocks_for(level.nodes), kPassThreads>>>(
            view, c, node_of, coarse, coarse_nodes);
        if (node_of == nullptr) return;  // every node is alone
        add_strengths_gpu<Value>
            <<<gpu_.blocks_for(level.nodes, 16 * kPassThreads), kPassThreads>>>(view, c);
      });
    });
    CUDA_CHECK(cudaGetLastError());
  }

  // Makes the passes. Afterwards, the best communities are in c.best. If `first_pass` is not null,
  // this event is recorded at the end of the first pass. If one launch makes all passes, no event
  // is recorded, and the function returns false. `parts`: one part of the level per GPU, or null.
  bool improve(const GpuLevel& level, const GpuWork& work, const LevelCommunities& c, int passes,
               Event* first_pass, LevelParts* parts) {
    const bool at_once = level.nodes <= gpu_.options.small_nodes;
    gpu_.with_rules([&](const auto& rules) {
      level.with_view([&](const auto& view) {
        if (parts != nullptr) {
          LevelTeam team(gpu_, parts, view, c, rules);
          run_passes(&team, passes, first_pass);
          return team.finish();
        }
        GpuShare share(gpu_, level, view, work, c, rules);
        if (at_once) {
          share.improve_at_once(passes);
        } else {
          run_passes(&share, passes, first_pass);
        }
      });
    });
    return !at_once;
  }

 private:
  template <class Share>
  void run_passes(Share* share, int passes, Event* first_pass) {
    share->end_pass(true);
    for (int pass = 0; pass < passes && !has_ended(pass); ++pass) {
      for (int color = 0; color < gpu_.options.colors; ++color) {
        share->start_sub_round(color);
        if (share->is_empty()) continue;
        share->decide();
        share->move();
        share->end_sub_round();
      }
      share->end_pass(false);
      share->keep_best();
      CUDA_CHECK(cudaMemcpyAsync(seen_.data() + pass % 2, share->communities().state,
                                 sizeof(PassState), cudaMemcpyDeviceToHost));
      passed_[pass % 2].record(nullptr);
      if (pass == 0 && first_pass != nullptr) first_pass->record(nullptr);
    }
  }

  bool has_ended(int pass) {
    if (pass < 2) return false;
    CUDA_CHECK(cudaEventSynchronize(passed_[pass % 2].get()));
    return seen_[pass % 2].stop != 0;
  }

  const GpuContext& gpu_;
  PinnedArray<PassState> seen_;  // the state after each of the last two passes
  std::vector<Event> passed_;
};

}  // namespace handshake::louvain
