// Several GPUs that work on one problem. A part is the share of one GPU: its device, its stream,
// and `done`, an event that the other GPUs wait for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/stream.cuh"
#include "graph/csr.hpp"

namespace handshake {

// Calls launch(part) for each part, with the GPU of this part as the current device.
template <class Parts, class Launch>
void on_every_part(const Parts& parts, const Launch& launch) {
  for (const auto& part : parts) {
    CUDA_CHECK(cudaSetDevice(part->device));
    launch(*part);
    CUDA_CHECK(cudaGetLastError());
  }
}

// Makes later launches on any GPU wait for everything launched so far on all GPUs.
template <class Parts>
void wait_for_each_other(const Parts& parts) {
  if (parts.size() == 1) return;
  on_every_part(parts, [](auto& part) { part.done.record(part.stream.get()); });
  on_every_part(parts, [&](const auto& part) {
    for (const auto& other : parts) {
      if (other->device == part.device) continue;
      CUDA_CHECK(cudaStreamWaitEvent(part.stream.get(), other->done.get(), 0));
    }
  });
}

// One bit per node. A part writes the bits of the nodes begin .. end - 1; `begin` is a multiple of
// 32.
struct BitsOfPart {
  std::uint32_t* words;
  Node begin, end;
};

// Makes every GPU send the words of its own nodes to all other GPUs. bits_of(part) returns
// BitsOfPart.
template <class Parts, class BitsOf>
void share_bits(const Parts& parts, const BitsOf& bits_of) {
  if (parts.size() == 1) return;
  on_every_part(parts, [&](auto& part) {
    const BitsOfPart own = bits_of(part);
    const std::size_t begin = own.begin / 32;
    const std::size_t words = (static_cast<std::size_t>(own.end) + 31) / 32 - begin;
    if (own.begin == own.end) return;
    for (const auto& other : parts) {
      if (other->device == part.device) continue;
      CUDA_CHECK(cudaMemcpyPeerAsync(bits_of(*other).words + begin, other->device,
                                     own.words + begin, part.device, words * 4, part.stream.get()));
    }
  });
  wait_for_each_other(parts);
}

}  // namespace handshake
