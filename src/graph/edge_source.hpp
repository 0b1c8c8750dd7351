// A source of the edges of a graph. Code that cannot keep all edges in memory reads them from the
// source more than once.
#pragma once

#include <cstdint>
#include <functional>

#include "graph/csr.hpp"

namespace handshake {

template <class Weight>
struct WeightedEdge {
  Node src;
  Node dst;
  Weight weight;
};

enum class Need { ends, ends_and_weights };

template <class Weight>
class EdgeSource {
 public:
  using Edge = WeightedEdge<Weight>;
  using Sink = std::function<void(const Edge* edges, int count)>;

  virtual ~EdgeSource() = default;

  virtual std::int64_t num_parts() const = 0;
  virtual std::int64_t most_edges() const = 0;  // an upper bound
  // Passes the edges of a part to the sink, in batches. Every call for the same part passes the
  // same edges in the same order. If `need` is Need::ends, the weights are undefined. Several
  // threads may visit parts at the same time.
  virtual void visit(std::int64_t part, Need need, const Sink& sink) = 0;
  // Must be called when all parts have been visited; throws if something was wrong with the edges.
  virtual void check() = 0;
};

}  // namespace handshake
