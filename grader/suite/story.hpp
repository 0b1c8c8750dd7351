// The base class of the classes that explain a wrong element. It finds the lines, what the threads
// did, and the hint.
#pragma once

#include <optional>
#include <string>

#include "suite/explainer.hpp"
#include "suite/launch_view.hpp"

namespace handshake::suite {

class Story : protected LaunchView {
 public:
  Story(const KernelCase& kernel_case, const History& history, const LaunchHistory& launch,
        Failure& failure)
      : LaunchView(kernel_case, history, launch), failure_(failure), rounds_(rounds_of(launch)) {}

  const KernelCase& kernel_case() const { return kernel_case_; }
  const Failure& failure() const { return failure_; }
  // What an index of the output counts, such as "node".
  const std::string& thing() const { return kernel_case_.arrays[kernel_case_.output()].counts; }
  // Sets a hint that follows from what the threads did. The first such hint is kept.
  void suggest(const Hint& hint, Sure sure = Sure::steps);
  // Sets a hint that may be about another mistake. The next call of suggest() or guess() replaces
  // it.
  void guess(const Hint& hint);
  // Takes a hint that asks the same more exactly.
  void refine(const Hint& hint) { failure_.hint.refine(hint); }

 protected:
  ThreadId id(int thread) const {
    const Shape& shape = failure_.shape;
    const bool is_same = shape.blocks == launch_.blocks && shape.threads == launch_.threads;
    return {thread / launch_.threads, thread % launch_.threads, is_same ? shape : Shape{0, 0}};
  }
  // Returns the place of the step, and adds its line to the lines that are shown.
  Place at(const Step& step);
  Task task(int index) const;
  Task task() const { return task(failure_.index); }
  void say(Fact fact) { failure_.what.push_back(std::move(fact)); }

  Reach reach() const { return kernel_case_.kernel->reach; }
  bool reads_others() const { return reach() == Reach::reads_others; }
  const Explainer& explainer() const { return *kernel_case_.kernel->explainer; }

  int wrong_array() const;
  // Whether this is an array of the case, and not another allocation.
  bool is_of_case(int array) const;
  // Whether an index means the same thing (for example, a node) in this array and in the array with
  // the wrong element.
  bool counts_the_same(int array) const;
  // The index on which the round works: the first one that it uses; but if it reads other elements,
  // too, the one that it writes.
  std::optional<int> index_of(const Round& round) const;
  // The elements that the thread read in this round before the step `until`, and the last `if`
  // before that step.
  Deed deed_of(const Round& round, const Step* until);
  // All steps of the thread in the same iteration of the outermost loop as `part`.
  Round whole_turn(const Round& part) const;
  // Reports a value in shared memory that the thread used in this turn, but wrote in an earlier
  // turn of the same loop.
  void tell_old_value(const Round& turn, const Step* until);
  // The last step before `read` with which a thread of its block wrote the same shared memory.
  const Step* written_to_shared(const Step& read) const;

  Failure& failure_;
  std::vector<Round> rounds_;

 private:
  std::optional<int> written_in(const Round& round) const;
  void add_earlier(const Round& round, const Step& decision, Deed& deed);
  const Step* written_in_earlier_turn(const Round& turn, const Step& read) const;
};

// Says which thread wrote the element that is wrong. Returns false if no thread wrote this element.
bool tell_writer(const KernelCase& kernel_case, const History& history, const LaunchHistory& launch,
                 Failure& failure);
// Says why no thread wrote the element.
void tell_why_not_written(const KernelCase& kernel_case, const History& history,
                          const LaunchHistory& launch, Failure& failure);
// Says what a thread does again and again in a loop that does not end.
void tell_endless_rounds(const KernelCase& kernel_case, const History& history,
                         const LaunchHistory& launch, int thread, Failure& failure);

}  // namespace handshake::suite
