// The two forms of lists as engines see them: the same questions, answered from entries or from two
// shared vectors. Host and device code use the same functions.
#pragma once

#include <cstdint>

#include "extensions/stable_marriage/packed_word.hpp"
#include "extensions/stable_marriage/scan_women.hpp"

namespace handshake {

// Engines work with positions at in the list of a man, begin(man) <= at < end(man).
template <class WordOfEntry>
struct ListsView {
  using Word = WordOfEntry;
  const std::int64_t* offsets;
  const Word* entries;

  HANDSHAKE_HOST_DEVICE std::int64_t begin(std::int32_t man) const { return offsets[man]; }
  HANDSHAKE_HOST_DEVICE std::int64_t end(std::int32_t man) const { return offsets[man + 1]; }
  HANDSHAKE_HOST_DEVICE std::int32_t woman(std::int64_t at) const {
    return Packed<Word>::person(entries[at]);
  }
  HANDSHAKE_HOST_DEVICE Word offer(std::int64_t at, std::int32_t man) const {
    return Packed<Word>::offer(entries[at], man);
  }
  HANDSHAKE_HOST_DEVICE static std::int32_t man_of(Word offer) {
    return Packed<Word>::person(offer);
  }
  std::int64_t first_taker(std::int64_t at, std::int32_t man, const Word* suitors) const {
    return handshake::first_taker(entries, at, end(man), suitors, man);
  }
  void prefetch(std::int64_t at) const { __builtin_prefetch(entries + at); }
};

// Men are numbered by their rank and women by their place in the shared lists. So all lists are
// 0, 1, 2 .., an offer is the number of the man, and the suitors that he asks lie side by side.
struct SharedView {
  using Word = std::uint32_t;
  std::int32_t women;

  HANDSHAKE_HOST_DEVICE std::int64_t begin(std::int32_t) const { return 0; }
  HANDSHAKE_HOST_DEVICE std::int64_t end(std::int32_t) const { return women; }
  HANDSHAKE_HOST_DEVICE std::int32_t woman(std::int64_t at) const {
    return static_cast<std::int32_t>(at);
  }
  HANDSHAKE_HOST_DEVICE Word offer(std::int64_t, std::int32_t man) const {
    return static_cast<Word>(man);
  }
  HANDSHAKE_HOST_DEVICE static std::int32_t man_of(Word offer) {
    return static_cast<std::int32_t>(offer);
  }
  std::int64_t first_taker(std::int64_t at, std::int32_t man, const Word* suitors) const {
    return first_above(suitors, at, women, offer(at, man));
  }
  void prefetch(std::int64_t) const {}
};

template <class Word>
constexpr Word kNoOffer = ~Word{0};  // worse than every offer

}  // namespace handshake
