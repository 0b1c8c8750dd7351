// Helps several threads to sort items by range: computes where each thread writes the items of its
// own part.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace handshake {

// Before the call, counts[part * ranges + range] is the number of items of a part that belong to a
// range. After the call, this element is the place of the first of these items in the sorted array.
// The array is sorted by range, and within a range by part. Returns where each range begins; the
// last element is the number of all items.
inline std::vector<std::int64_t> turn_counts_into_places(std::int64_t* counts, std::int64_t parts,
                                                         std::int64_t ranges) {
  std::vector<std::int64_t> starts(ranges + 1);
  std::int64_t place = 0;
  for (std::int64_t range = 0; range < ranges; ++range) {
    starts[range] = place;
    for (std::int64_t part = 0; part < parts; ++part) {
      place += std::exchange(counts[part * ranges + range], place);
    }
  }
  starts[ranges] = place;
  return starts;
}

}  // namespace handshake
