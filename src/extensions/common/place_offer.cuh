// Replaces a worse offer with a better one, using atomic operations.
#pragma once

#include <cuda_runtime.h>

#include "extensions/common/order.hpp"
#include "gpu/warp.cuh"

namespace handshake {

// Replaces *best with `offer`, if `offer` is better. Returns the offer that was there before; it is
// worse than `offer` if and only if `offer` replaced it.
template <class Ties>
__device__ inline Offer place_offer(const Ties& ties, Node receiver, Offer* best, Offer offer) {
  if constexpr (Ties::kByPosition) {
    return atomicMax_system(best, offer);
  } else {
    Offer seen = read_shared_word(best);
    while (better_offer(ties, receiver, offer, seen)) {
      const Offer before = atomicCAS_system(best, seen, offer);
      if (before == seen) break;
      seen = before;
    }
    return seen;
  }
}

}  // namespace handshake
