// Finds out whether an edge of a node was left out. See edges_of_node.hpp.
#include "labs/matching/edges_of_node.hpp"

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
  add_place(failure, launch);
  return edge == threads;
}

}  // namespace handshake::suite
