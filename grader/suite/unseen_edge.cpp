// Finds out whether an edge of a node was left out. See edges_of_node.hpp.
#include <algorithm>

#include "suite/edges_of_node.hpp"

namespace handshake::suite {

namespace {

// Whether a kernel read, in an array that is not known, the element with the index of the edge: it
// may be the weight of the edge.
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

}  // namespace

bool tell_unseen_edge(const History& history, const PassLaunches& pass, const EdgeList& edges,
                      Failure& failure) {
  const Argument* const src = argument_of(pass.filter, 1);
  const Argument* const dst = argument_of(pass.filter, 2);
  if (!src || !dst) return false;
  const Argument* const weight = weights_of(history, pass, failure.pass);
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
  for (int edge = 0; reader && edge < edges.numEdges(); edge++) {
    if (seen[edge] || edges.src[edge] != failure.index) continue;
    const std::vector<const Argument*> known{src, dst, argument_of(pass.handshaking, 1)};
    if (!weight && may_read_weight(pass, known, edge)) continue;
    const Place& launch = history.places[reader->place];
    add_place(failure, launch);
    failure.what.push_back(UnseenEdge{edge, edges.numEdges(), reader->kernel, launch,
                                      reader->blocks, reader->threads});
    const bool has_thread = edge < reader->blocks * reader->threads;
    failure.hint.thought = has_thread ? Thought::edge_left_out : Thought::unseen_edge;
    return edge == reader->blocks * reader->threads;
  }
  return false;
}

}  // namespace handshake::suite
