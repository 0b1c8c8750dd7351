// Finds out what happened to the edge that a node should have chosen. See edges_of_node.hpp.
#include <algorithm>
#include <set>

#include "suite/edges_of_node.hpp"

namespace handshake::suite {

namespace {

bool covers(const Step& step, const Argument* array, int index) {
  return step.allocation == array->allocation && step.first <= array->first + index &&
         array->first + index <= step.last;
}

bool reads(const Step& step, const Argument* array, int index) {
  return step.kind == StepKind::read && covers(step, array, index);
}

// Whether the step stores something, in device memory or in shared memory.
bool stores(const Step& step) {
  return is_write(step) || step.kind == StepKind::shared_write;
}

ThreadId id_of(const LaunchHistory& launch, int thread) {
  return {thread / launch.threads, thread % launch.threads};
}

class RightEdge {
 public:
  RightEdge(const History& history, const PassLaunches& pass, const EdgeList& edges,
            const Failure& failure)
      : history_(history),
        pass_(pass),
        src_(argument_of(pass.filter, 1)),
        dst_(argument_of(pass.filter, 2)),
        weights_(read_weights(history, pass, failure.pass)),
        weight_(weights_ ? &*weights_ : nullptr),
        node_(failure.index) {
    for (int e = 0; failure.expected && e < edges.numEdges(); e++)
      if (edges.src[e] == node_ && edges.dst[e] == *failure.expected) edge_ = e;
    degree_ = static_cast<int>(std::count(edges.src.begin(), edges.src.end(), node_));
  }

  bool is_known() const { return edge_ >= 0 && src_ && dst_ && weight_; }

  // If a thread read the weight of the edge and then stored nothing, returns the condition or the
  // loop that is the reason. Returns nothing if no reason is found, or if several threads read the
  // weight.
  std::optional<Fact> refused() const {
    std::optional<Fact> only;
    for (const LaunchHistory* launch : pass_.own) {
      for (const int thread : readers(*launch)) {
        if (only) return std::nullopt;
        only = refused_by(*launch, thread);
        if (!only) return std::nullopt;
      }
    }
    return only;
  }

  // If only the source of the edge was read: the thread that read it, and what this thread did
  // afterwards.
  std::optional<Fact> dropped() const {
    for (const LaunchHistory* launch : pass_.own)
      for (const Step& step : launch->steps)
        if (is_access(step) && (covers(step, weight_, edge_) || covers(step, dst_, edge_)))
          return std::nullopt;
    for (const LaunchHistory* launch : pass_.own) {
      const bool compares =
          std::any_of(launch->steps.begin(), launch->steps.end(), [&](const Step& step) {
            return step.kind == StepKind::read && step.allocation == weight_->allocation;
          });
      if (!compares) continue;
      std::set<int> threads;
      for (const Step& step : launch->steps)
        if (reads(step, src_, edge_)) threads.insert(step.thread);
      if (threads.size() == 1) return dropped_by(*launch, *threads.begin());
    }
    return std::nullopt;
  }

 private:
  const Place& place_of(const Step& step) const { return history_.places[step.place]; }

  // The threads that read the weight of the edge in order to compare it with other weights. A
  // thread that works on another edge may read this weight as well, but it does not read the source
  // or the destination of this edge.
  std::set<int> readers(const LaunchHistory& launch) const {
    std::set<int> of_ends, of_weight, of_both;
    for (const Step& step : launch.steps) {
      if (reads(step, src_, edge_) || reads(step, dst_, edge_)) of_ends.insert(step.thread);
      if (reads(step, weight_, edge_)) of_weight.insert(step.thread);
    }
    std::set_intersection(of_ends.begin(), of_ends.end(), of_weight.begin(), of_weight.end(),
                          std::inserter(of_both, of_both.end()));
    return of_both.empty() ? of_weight : of_both;
  }

  // Whether the thread begins to work on another edge in this step.
  bool is_of_other(const Step& step) const {
    const auto is_other = [&](const Argument* ends) {
      return step.allocation == ends->allocation && !covers(step, ends, edge_);
    };
    return step.kind == StepKind::read && (is_other(src_) || is_other(dst_));
  }

  std::optional<Fact> refused_by(const LaunchHistory& launch, int thread) const {
    std::vector<const Step*> loops;  // that began while the thread worked on this edge
    const Step* read = nullptr;      // of the weight
    bool is_at_edge = false, reads_others = false, has_tried = false;
    for (const Step& step : launch.steps) {
      if (step.thread != thread) continue;
      if (is_of_other(step)) {
        if (read) return std::nullopt;
        is_at_edge = false;
        loops.clear();
      }
      is_at_edge |= reads(step, src_, edge_) || reads(step, dst_, edge_);
      if (reads(step, weight_, edge_))
        read = read ? read : &step;
      else if (step.kind == StepKind::read && step.allocation == weight_->allocation)
        reads_others = true;
      if (!is_at_edge && !read) {
        if (step.kind != StepKind::read) reads_others = false;
        continue;
      }
      const bool is_about = is_at_edge || !reads_others;
      if (stores(step) || (read && step.kind == StepKind::holds)) return std::nullopt;
      if (step.kind == StepKind::turn && loops.empty() && read) return std::nullopt;
      if (step.kind == StepKind::fails && read)
        return is_about && is_near(*read, step) ? std::optional(told(launch, step, false))
                                                : std::nullopt;
      has_tried |= step.kind == StepKind::atomic_in_vain;
      if (step.kind == StepKind::loop) loops.push_back(&step);
      if (step.kind != StepKind::loop_end || loops.empty()) continue;
      if (read && has_tried) return told(launch, *loops.back(), true);
      loops.pop_back();
    }
    return std::nullopt;
  }

  // Whether the condition is in the line that reads the weight, or shortly below it. Then the
  // condition is about the weight.
  bool is_near(const Step& read, const Step& condition) const {
    constexpr int kMostLines = 2;
    const Place &from = place_of(read), &to = place_of(condition);
    return degree_ > 1 && from.file == to.file && from.line <= to.line &&
           to.line - from.line <= kMostLines;
  }

  Fact told(const LaunchHistory& launch, const Step& step, bool is_loop) const {
    const Place at = place_of(step);
    return {Told{"edge_refused",
                 {{"thread", id_of(launch, step.thread)},
                  {"edge", edge_},
                  {"node", node_},
                  {"loop", is_loop},
                  {"at", at}}},
            Sure::steps,
            {at}};
  }

  Fact dropped_by(const LaunchHistory& launch, int thread) const {
    std::vector<const Step*> loops;  // that began after the thread had read the edge's source
    const Step *read = nullptr, *condition = nullptr, *ended = nullptr;
    for (const Step& step : launch.steps) {
      if (step.thread != thread) continue;
      if (reads(step, src_, edge_)) read = &step, condition = ended = nullptr;
      if (!read || ended) continue;
      if (is_of_other(step)) break;
      if (step.kind == StepKind::fails || step.kind == StepKind::holds) condition = &step;
      if (step.kind == StepKind::loop) loops.push_back(&step);
      if (step.kind != StepKind::loop_end || loops.empty()) continue;
      ended = loops.back();
      loops.pop_back();
    }
    std::vector<Place> lines;
    if (ended) lines.push_back(place_of(*ended));
    const bool is_false = condition && condition->kind == StepKind::fails;
    const Slot loop = ended ? Slot(place_of(*ended)) : Slot();
    const Slot decision = is_false ? Slot(place_of(*condition)) : Slot();
    if (is_false) lines.push_back(place_of(*condition));
    lines.push_back(place_of(*read));
    return {Told{"edge_dropped",
                 {{"thread", id_of(launch, thread)},
                  {"edge", edge_},
                  {"read", place_of(*read)},
                  {"node", node_},
                  {"decision", decision},
                  {"loop", loop}}},
            Sure::steps, lines};
  }

  const History& history_;
  const PassLaunches& pass_;
  const Argument *src_, *dst_;
  const std::optional<Argument> weights_;
  const Argument* weight_;
  int node_, edge_ = -1, degree_ = 0;
};

}  // namespace

bool tell_right_edge(const History& history, const PassLaunches& pass, const EdgeList& edges,
                     Failure& failure) {
  const RightEdge right(history, pass, edges, failure);
  if (!right.is_known()) return false;
  if (const auto dropped = right.dropped()) {
    failure.what.push_back(*dropped);
    failure.hint.propose(Hint{"edge_left_out"}.from(Sure::cause));
    return true;
  }
  if (const auto refused = right.refused()) {
    failure.what.push_back(*refused);
    if (failure.hint->thought == "lighter_edge")
      failure.hint.propose(Hint{"condition"}.from(Sure::steps));
  }
  return false;
}

}  // namespace handshake::suite
