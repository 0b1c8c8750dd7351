// A hint says what a student should think about: a row of words/hints.cpp.
#pragma once

#include <string_view>

#include "suite/slot.hpp"
#include "suite/sure.hpp"

namespace handshake::suite {

using Thought = std::string_view;  // the row; empty: there is no hint

struct Hint {
  Thought thought = {};
  Slots slots = {};
  Sure sure = Sure::guess;

  Hint from(Sure one) const {
    Hint made = *this;
    made.sure = one;
    return made;
  }
};

// The hint of a failure. Many functions propose a hint; this class decides which one is kept, so
// that a guess never replaces a hint that follows from the cause.
class KeptHint {
 public:
  operator const Hint&() const { return hint_; }
  const Hint* operator->() const { return &hint_; }

  // Takes this hint, unless the present one is surer. Of two hints that are equally sure, the later
  // one is taken; but a hint that follows from a cause is never replaced.
  void propose(const Hint& hint) {
    if (hint_.sure != Sure::cause && hint.sure >= hint_.sure) hint_ = hint;
  }

  // Takes a hint that asks the same more exactly. It is as sure as the present one.
  void refine(const Hint& hint) { hint_ = hint.from(hint_.sure); }

 private:
  Hint hint_;
};

}  // namespace handshake::suite
