// The GPUs of an engine. Starts kernels on all GPUs, and sends data between GPUs.
#pragma once

#include <memory>
#include <vector>

#include "extensions/b_matching/gpu_part.cuh"
#include "extensions/common/parts_of_gpus.cuh"

namespace handshake::b_matching {

using GpuParts = std::vector<std::unique_ptr<GpuPart>>;

class GpuTeam {
 public:
  void add(std::unique_ptr<GpuPart> part) { parts_.push_back(std::move(part)); }

  // Must be called after the last part was added: every part gets the addresses of the thresholds
  // on all GPUs.
  void connect() {
    for (const auto& part : parts_) {
      part->view.copies = static_cast<int>(parts_.size());
      for (std::size_t q = 0; q < parts_.size(); ++q) {
        part->view.thresholds_of[q] = parts_[q]->view.thresholds;
      }
    }
  }

  const GpuParts& parts() const { return parts_; }

  // Calls launch(part) for each part, with the GPU of this part as the current device.
  template <class Launch>
  void on_every_part(const Launch& launch) const {
    handshake::on_every_part(parts_, launch);
  }

  void wait() const {
    on_every_part([](GpuPart& part) { part.stream.wait(); });
  }

  // Later launches on any GPU wait for everything that was launched so far on all GPUs.
  void wait_for_each_other() const { handshake::wait_for_each_other(parts_); }

  // Every GPU sends the bits `full` of its own nodes to all other GPUs.
  void share_full() const {
    share_bits(parts_, [](GpuPart& part) {
      return BitsOfPart{part.full.data(), part.view.begin, part.view.end};
    });
  }

  // How many nodes are left after a round.
  unsigned count_live(int round) const {
    unsigned all = 0;
    on_every_part([&](GpuPart& part) {
      unsigned live = 0;
      CUDA_CHECK(cudaMemcpyAsync(&live, part.live_of(round).count, sizeof live,
                                 cudaMemcpyDeviceToHost, part.stream.get()));
      part.stream.wait();
      all += live;
    });
    return all;
  }

  // All parts, as an argument of the kernels that make offers. The kernels put a node into
  // live_of(later) if the node makes an offer in the next launch.
  AllBParts all(int later) const {
    AllBParts all;
    all.parts = static_cast<int>(parts_.size());
    for (int p = 0; p < all.parts; ++p) {
      all.part[p] = parts_[p]->view;
      all.later[p] = parts_[p]->live_of(later);
    }
    return all;
  }

 private:
  GpuParts parts_;
};

}  // namespace handshake::b_matching
