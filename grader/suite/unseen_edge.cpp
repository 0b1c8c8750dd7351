// Finds out whether an edge of a node was left out. See edges_of_node.hpp.
#include <algorithm>
#include <map>

#include "suite/edges_of_node.hpp"

namespace handshake::suite {

namespace {

// Whether a kernel read element `edge` of an array that is not in `known`. This element may be the
// weight of the edge.
bool may_read_weight(const PassLaunches& pass, const std::vector<const Argument*>& known,
                     int edge) {
  const auto is_known = [&](const Step& step) {
    return std::any_of(known.begin(), known.end(), [&](const Argument* array) {
      return array && array->allocation == step.allocation;
    });
  };
  for (const LaunchHistory* launch : pass.own)
    for (const Step& step : launch->steps)
      if (step.kind == StepKind::read && step.allocation > 0 && step.first <= edge &&
          edge <= step.last && !is_known(step))
        return true;
  return false;
}

// Which edges of one node were read (their weight or destination), and by which thread.
struct Walk {
  int thread = -1, first = -1, last = -1;
  const Step* loop = nullptr;  // the innermost loop around the read of the edge `first`
  // Whether only one thread read these edges, and `first` is the smallest of their indices.
  bool is_plain = true;
};

Walk walk_over(const LaunchHistory& launch, const std::vector<const Argument*>& arrays,
               const EdgeList& edges, int node) {
  Walk walk;
  std::map<int, std::vector<const Step*>> loops;  // thread -> the loops that it is in at the moment
  for (const Step& step : launch.steps) {
    std::vector<const Step*>& around = loops[step.thread];
    if (step.kind == StepKind::loop) around.push_back(&step);
    if (step.kind == StepKind::loop_end && !around.empty()) around.pop_back();
    for (const Argument* array : arrays) {
      const int edge = step.first - array->first;
      const bool is_of_node = step.kind == StepKind::read && step.allocation == array->allocation &&
                              edge >= 0 && edge < edges.numEdges() && edges.src[edge] == node;
      if (!is_of_node) continue;
      walk.is_plain &= walk.thread < 0 || (walk.thread == step.thread && edge >= walk.first);
      if (walk.thread < 0)
        walk = {step.thread, edge, edge, around.empty() ? nullptr : around.back(), true};
      walk.last = std::max(walk.last, edge);
    }
  }
  return walk;
}

// Reports with which edge the loop over the edges of the node began or ended. Returns false if this
// edge is not known.
bool tell_loop(const History& history, const LaunchHistory& launch,
               const std::vector<const Argument*>& arrays, const EdgeList& edges, int unseen,
               Failure& failure) {
  const Walk walk = walk_over(launch, arrays, edges, failure.index);
  if (!walk.loop || !walk.is_plain || (walk.first < unseen && unseen < walk.last)) return false;
  const auto begin = std::find(edges.src.begin(), edges.src.end(), failure.index);
  const auto end = std::find_if(begin, edges.src.end(), [&](int x) { return x != failure.index; });
  const bool begins = unseen < walk.first;
  const Place& place = history.places[walk.loop->place];
  add_place(failure, place);
  failure.what.push_back(
      Told{"loop_over_edges",
           {{"node", failure.index},
            {"first", static_cast<int>(begin - edges.src.begin())},
            {"last", static_cast<int>(end - edges.src.begin()) - 1},
            {"thread", ThreadId{walk.thread / launch.threads, walk.thread % launch.threads}},
            {"at", place},
            {"edge", begins ? walk.first : walk.last},
            {"begins", begins}}});
  const bool is_right = edges.dst[unseen] == failure.expected;
  failure.hint.refine({"edges_of_node"});
  if (is_right) failure.hint.propose(Hint{"edges_of_node"}.from(Sure::cause));
  return true;
}

// Returns an edge of node failure.index that no thread read. If there are several, the edge to
// failure.expected is preferred. Returns -1 if all edges of the node were read.
int unseen_of(const EdgeList& edges, const std::vector<bool>& seen, const Failure& failure) {
  int unseen = -1;
  for (int edge = 0; edge < edges.numEdges(); edge++) {
    if (seen[edge] || edges.src[edge] != failure.index) continue;
    if (unseen < 0 || edges.dst[edge] == failure.expected) unseen = edge;
  }
  return unseen;
}

}  // namespace

bool tell_unseen_edge(const History& history, const PassLaunches& pass, const EdgeList& edges,
                      Failure& failure) {
  const Argument* const src = argument_of(pass.filter, 1);
  const Argument* const dst = argument_of(pass.filter, 2);
  if (!src || !dst) return false;
  const std::optional<Argument> weights = read_weights(history, pass, failure.pass);
  const Argument* const weight = weights ? &*weights : nullptr;
  const LaunchHistory* reader = nullptr;
  std::vector<bool> seen(edges.src.size());
  for (const LaunchHistory* launch : pass.own) {
    for (const Step& step : launch->steps) {
      for (const Argument* array : {src, dst, weight}) {
        if (!array || !is_access(step) || step.allocation != array->allocation) continue;
        reader = launch;
        for (int word = step.first; word <= step.last; word++)
          if (word >= array->first && word - array->first < edges.numEdges())
            seen[word - array->first] = true;
      }
    }
  }
  const int edge = unseen_of(edges, seen, failure);
  const std::vector<const Argument*> known{src, dst, argument_of(pass.handshaking, 1)};
  if (!reader || edge < 0 || (!weight && may_read_weight(pass, known, edge))) return false;
  const Place& launch = history.places[reader->place];
  const int threads = reader->blocks * reader->threads;
  failure.what.push_back(Told{"unseen_edge",
                              {{"edge", edge},
                               {"edges", edges.numEdges()},
                               {"kernel", reader->kernel},
                               {"launch", launch},
                               {"shape", Shape{reader->blocks, reader->threads}},
                               {"enough", edge < threads}}});
  failure.hint.refine({edge < threads ? "edge_left_out" : "unseen_edge"});
  const bool is_told =
      weight && edge < threads && tell_loop(history, *reader, {dst, weight}, edges, edge, failure);
  add_place(failure, launch);
  return is_told || edge == threads;
}

}  // namespace handshake::suite
