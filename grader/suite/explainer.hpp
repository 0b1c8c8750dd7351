// What a lab knows about a wrong element of one of its kernels. The functions of this class are
// right for every kernel; a lab overrides those for which it knows more.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "suite/case.hpp"
#include "suite/failure.hpp"

namespace handshake::suite {

class Story;

using Elements = std::vector<std::optional<int>>;  // none: the element was never written

class Explainer {
 public:
  virtual ~Explainer() = default;

  // Adds why element failure.index must have its value, and returns what to think about.
  virtual Hint explain(const KernelCase&, const Elements& /*got*/, Failure&) const {
    return {"result_by_hand"};
  }
  // What to think about if an index is below 0.
  virtual Hint below(const KernelCase&, long /*index*/) const { return {"first_index"}; }
  // What to think about if no thread wrote the element, although there were enough threads.
  virtual Thought not_written(const KernelCase&, int /*index*/) const { return "condition"; }
  // What to think about if a thread ran no round of its loop, and so did not write the element.
  virtual Thought no_round(const KernelCase&, int /*index*/) const { return "loop_condition"; }

  // The elements of inputs (array and index) on which the value of the wrong element depends.
  struct Deciding {
    std::vector<std::pair<int, int>> elements = {};
    bool is_one_enough = false;  // whether each of them alone decides
  };
  virtual Deciding deciding(const KernelCase&, const Failure&) const { return {}; }

  // For a kernel of Reach::reads_others: how far to the left of element x the elements begin that
  // its thread reads; and which element the thread works on if it reads only up to `last` and
  // writes nothing.
  virtual int reads_left(const KernelCase&) const { return 0; }
  virtual int works_on(const KernelCase&, int last) const { return last; }

  // Chooses a hint from what a thread did. `think_about`: it wrote the wrong value.
  // `think_about_unread`: before, it did not read the element `unread` of the deciding ones.
  // `think_about_idle`: it did not write the element.
  virtual void think_about(const Deed&, Story&) const {}
  virtual void think_about_unread(int /*unread*/, Story&) const {}
  virtual void think_about_idle(const Deed&, Story&) const {}
};

}  // namespace handshake::suite
