// Lists in the form that engines use. Host and device code use the same functions.
#pragma once

#include <cstdint>

#include "extensions/stable_marriage/packed_word.hpp"
#include "extensions/stable_marriage/scan_women.hpp"

namespace handshake::marriage {

// One entry of a man's list: a woman, and his offer to her.
template <class Word>
struct Look {
  std::int32_t woman;
  Word offer;
};

// The list of one man on a GPU.
template <class Word>
struct ListOfMan {
  const Word* entries;
  std::int32_t man;

  HANDSHAKE_HOST_DEVICE Look<Word> look(std::int64_t at) const {
    const Word entry = entries[at];
    return {Packed<Word>::person(entry), Packed<Word>::offer(entry, man)};
  }
};

// An engine names an entry of a man's list by its position `at`: begin(man) <= at < end(man).
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
  HANDSHAKE_HOST_DEVICE ListOfMan<Word> list_of(std::int32_t man) const { return {entries, man}; }
  HANDSHAKE_HOST_DEVICE static std::int32_t man_of(Word offer) {
    return Packed<Word>::person(offer);
  }
  std::int64_t first_taker(std::int64_t at, std::int64_t end, std::int32_t man,
                           const Word* suitors) const {
    return marriage::first_taker(entries, at, end, suitors, man);
  }
  void prefetch(std::int64_t at) const { __builtin_prefetch(entries + at); }
  void prefetch_end(std::int32_t man) const { __builtin_prefetch(offsets + man + 1); }
};

// Lists of 64-bit words, but with 32-bit offers, for engines on the CPU. An engine reads the
// women's best offers in random order, and twice as many 32-bit offers fit into a cache. In an
// offer, the number of the man takes only as many bits as necessary. The rank takes the other bits.
class ShortOffersView : public ListsView<WideWord> {
 public:
  using Word = std::uint32_t;

  ShortOffersView(const ListsView<WideWord>& lists, std::int32_t men)
      : ListsView(lists), man_bits_(bits_of(men)) {}

  // Whether every rank and every man fit into an offer, and no offer equals the word that means "no
  // offer".
  static bool can_offer(std::int32_t men, std::int64_t last_rank) {
    return (last_rank + 1) << bits_of(men) < std::int64_t{1} << 32;
  }

  Word offer(std::int64_t at, std::int32_t man) const {
    return static_cast<Word>(Packed<WideWord>::rank(entries[at])) << man_bits_ |
           static_cast<Word>(man);
  }
  std::int32_t man_of(Word offer) const {
    return static_cast<std::int32_t>(offer & ((Word{1} << man_bits_) - 1));
  }
  std::int64_t first_taker(std::int64_t at, std::int64_t end, std::int32_t man,
                           const Word* suitors) const {
    while (at < end && offer(at, man) >= __atomic_load_n(&suitors[woman(at)], __ATOMIC_RELAXED)) {
      ++at;
    }
    return at;
  }

 private:
  static int bits_of(std::int32_t men) {
    int bits = 0;
    while (std::int64_t{1} << bits < men) ++bits;
    return bits;
  }

  int man_bits_;
};

template <class Word>
constexpr Word kNoOffer = ~Word{0};  // worse than every offer

}  // namespace handshake::marriage
