// Reads or generates a graph, and cuts out the rows of one rank.
#include "extensions/b_matching/distributed/owned_part.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <variant>

#include "graph/binary_graph.hpp"
#include "graph/binary_header.hpp"
#include "graph/file_bytes.hpp"
#include "graph/generate_bits.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/graph_spec.hpp"
#include "graph/input_error.hpp"

namespace handshake::b_matching {
namespace {

template <class T>
Buffer<T> copy_of(const T* begin, std::size_t size) {
  Buffer<T> copy(size);
  std::copy_n(begin, size, copy.data());
  return copy;
}

// Copies the rank's own rows out of arrays of the whole graph. Other rows are not read, but the
// degree rule needs the offsets of all nodes.
class Cutter {
 public:
  Cutter(Node nodes, int ranks, int rank, const EdgeIndex* offsets, const Node* neighbors)
      : offsets_(offsets), neighbors_(neighbors) {
    part_.ranges = {nodes, ranks};
    part_.rank = rank;
    part_.all_edges = offsets[nodes];
    begin_ = offsets[part_.first()];
    size_ = static_cast<std::size_t>(offsets[part_.first() + part_.nodes()] - begin_);
  }

  template <class Weight>
  OwnedPart cut(const Weight* weights, TieRule ties) {
    part_.offsets = copy_of(offsets_ + part_.first(), part_.nodes() + std::size_t{1});
    part_.neighbors = copy_of(neighbors_ + begin_, size_);
    part_.weights = copy_of(weights + begin_, size_);
    if (ties == TieRule::kDegree) {
      part_.degrees = Buffer<std::int32_t>(part_.ranges.nodes);
      for (Node v = 0; v < part_.ranges.nodes; ++v) {
        part_.degrees[v] = static_cast<std::int32_t>(offsets_[v + 1] - offsets_[v]);
      }
    }
    return std::move(part_);
  }

 private:
  OwnedPart part_;
  const EdgeIndex* offsets_;
  const Node* neighbors_;
  EdgeIndex begin_ = 0;
  std::size_t size_ = 0;
};

// Throws if the offsets of the rank's own rows are wrong, or if the first or last offset in the
// file is wrong.
void check_offsets(const BinaryHeader& header, const EdgeIndex* offsets, const Ranges& ranges,
                   int rank, const std::string& path) {
  bool rise = offsets[0] == 0 && offsets[header.numNodes] == header.numEdges;
  EdgeIndex last = 0;
  for (Node v = ranges.first(rank); v <= ranges.first(rank + 1); ++v) {
    rise = rise && offsets[v] >= last && offsets[v] <= header.numEdges;
    last = offsets[v];
  }
  if (!rise) {
    throw InputError(
        path, 0,
        std::string("the offsets do not rise from 0 to the number of edges; ") + kCopyHint);
  }
}

void check_rows(const OwnedPart& part, const std::string& path) {
  const auto fail = [&](Node v, const std::string& what) {
    throw InputError(path, 0,
                     "the row of node " + std::to_string(v) + " " + what + "; " + kCopyHint);
  };
  for (Node i = 0; i < part.nodes(); ++i) {
    const Node v = part.first() + i;
    Node last = -1;
    for (EdgeIndex e = part.offsets[i]; e < part.offsets[i + 1]; ++e) {
      const Node u = part.neighbors[e - part.offsets[0]];
      if (u <= last || u >= part.ranges.nodes || u == v)
        fail(v, "must list only other nodes of the graph, in rising order");
      last = u;
    }
    std::visit(
        [&](const auto& weights) {
          for (EdgeIndex e = part.offsets[i]; e < part.offsets[i + 1]; ++e) {
            if (!std::isfinite(static_cast<double>(weights[e - part.offsets[0]])))
              fail(v, "has a weight that is not finite");
          }
        },
        part.weights);
  }
}

// Copies the rows of the rank out of a binary file. The number of directed edges is even, so each
// array of the file begins at a multiple of 8 bytes, and can be read in place.
OwnedPart read_rows(const FileBytes& file, const std::string& path, TieRule ties, int ranks,
                    int rank) {
  const char* const bytes = file.bytes().data();
  const BinaryHeader header = read_binary_header(file.bytes(), path);
  const auto* offsets = reinterpret_cast<const EdgeIndex*>(bytes + header.offsets_place());
  const auto* neighbors = reinterpret_cast<const Node*>(bytes + header.neighbors_place());
  const char* const weights = bytes + header.weights_place();
  const Ranges ranges{static_cast<Node>(header.numNodes), ranks};
  check_offsets(header, offsets, ranges, rank, path);
  Cutter cutter(ranges.nodes, ranks, rank, offsets, neighbors);
  OwnedPart part;
  switch (header.weightKind) {
    case WeightKind::kInt32:
      part = cutter.cut(reinterpret_cast<const std::int32_t*>(weights), ties);
      break;
    case WeightKind::kFloat:
      part = cutter.cut(reinterpret_cast<const float*>(weights), ties);
      break;
    case WeightKind::kDouble:
      part = cutter.cut(reinterpret_cast<const double*>(weights), ties);
      break;
  }
  check_rows(part, path);
  return part;
}

OwnedPart cut_whole(const CsrGraph& graph, TieRule ties, int ranks, int rank) {
  static constexpr EdgeIndex kNoOffset = 0;
  const EdgeIndex* const offsets = graph.offsets.empty() ? &kNoOffset : graph.offsets.data();
  return std::visit(
      [&](const auto& weights) {
        return Cutter(graph.numNodes, ranks, rank, offsets, graph.neighbors.data())
            .cut(weights.data(), ties);
      },
      graph.weights);
}

bool is_binary_file(const std::string& path) {
  return is_binary_graph(read_file(path, is_binary_graph).bytes());
}

}  // namespace

GraphPart OwnedPart::part(const Buffer<std::int32_t>& bounds, TieRule ties) const {
  GraphPart view;
  view.ranges = ranges;
  view.rank = rank;
  view.first = first();
  view.nodes = nodes();
  view.offsets = offsets.data();
  view.base = offsets[0];
  view.neighbors = neighbors.data();
  view.weights = std::visit([](const auto& own) -> WeightsView { return own.data(); }, weights);
  view.bounds = bounds.data();
  view.ties = ties;
  view.degrees = degrees.data();
  return view;
}

OwnedPart read_owned_part(const std::string& input, TieRule ties, int ranks, int rank) {
  if (!is_graph_spec(input) && is_binary_file(input)) {
    return read_rows(read_file(input, is_binary_graph), input, ties, ranks, rank);
  }
  return cut_whole(generate_or_read(input), ties, ranks, rank);
}

std::uint64_t imbalance(const GraphPart& part, std::uint64_t secret) {
  std::uint64_t sum = 0;
  std::visit(
      [&](const auto* weights) {
        for (Node i = 0; i < part.nodes; ++i) {
          const std::int64_t v = part.first + i;
          for (EdgeIndex e = part.row(i); e < part.row(i + 1); ++e) {
            const std::int64_t u = part.neighbors[e];
            const auto ends = static_cast<std::uint64_t>(std::min(u, v) << 32 | std::max(u, v));
            const std::uint64_t weight = weight_key(static_cast<double>(weights[e]));
            const std::uint64_t number = mix_bits(mix_bits(ends ^ secret) + weight);
            sum += v < u ? number : 0 - number;
          }
        }
      },
      part.weights);
  return sum;
}

}  // namespace handshake::b_matching
