// A graph in arrays that somebody else owns. Engines on the CPU read a graph through this type, so
// they copy nothing that they can use as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake::graph {

// A read-only array that somebody else owns.
template <class T>
class Span {
 public:
  using value_type = T;

  Span() = default;
  Span(const T* data, std::size_t size) : data_(data), size_(size) {}
  template <class Array>
  Span(const Array& array) : Span(array.data(), array.size()) {}  // NOLINT: as MatchesView does

  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

// The same weight for every edge, without an array.
struct NoWeights {
  using value_type = std::int32_t;
  std::int32_t operator[](std::size_t) const { return 1; }
};

using Offsets = std::variant<Span<std::int64_t>, Span<std::int32_t>>;
using WeightSpans =
    std::variant<NoWeights, Span<float>, Span<double>, Span<std::int32_t>, Span<std::int64_t>>;

// The arrays have the properties that csr.hpp promises; find_fault() in validate.hpp checks them.
// They must outlive the view, and everything that is made from it.
struct View {
  Node numNodes = 0;
  Offsets offsets;       // [numNodes + 1]; an empty array if there is no node
  Span<Node> neighbors;  // [numEdges()]
  WeightSpans weights;   // [numEdges()]

  View() = default;
  View(const CsrGraph& graph)  // NOLINT: every graph is also a view
      : numNodes(graph.numNodes),
        offsets(Span<EdgeIndex>(graph.offsets)),
        neighbors(graph.neighbors),
        weights(std::visit(
            [](const auto& array) {
              using Weight = typename std::decay_t<decltype(array)>::value_type;
              return WeightSpans(Span<Weight>(array));
            },
            graph.weights)) {}

  EdgeIndex numEdges() const { return static_cast<EdgeIndex>(neighbors.size()); }
};

// An array that is read only: it owns its elements, or somebody else owns them.
template <class T>
class Array {
 public:
  using value_type = T;

  Array() = default;
  Array(Buffer<T> own) : own_(std::move(own)), elements_(own_) {}  // NOLINT: takes over the memory
  Array(Span<T> elements) : elements_(elements) {}                 // NOLINT

  const T* data() const { return elements_.data(); }
  std::size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  const T& operator[](std::size_t i) const { return elements_[i]; }
  const T* begin() const { return elements_.begin(); }
  const T* end() const { return elements_.end(); }

 private:
  Buffer<T> own_;  // its memory stays where it is when this object moves
  Span<T> elements_;
};

// The offsets as the engines need them, with 64 bits. Offsets with 32 bits are copied: the copy
// takes 8 bytes per node, and less time than one look at the edges.
inline Array<EdgeIndex> wide_offsets(const View& view) {
  if (const auto* wide = std::get_if<Span<std::int64_t>>(&view.offsets)) return *wide;
  const auto& narrow = std::get<Span<std::int32_t>>(view.offsets);
  Buffer<EdgeIndex> own(narrow.size());
  for (std::size_t v = 0; v < narrow.size(); v++) own[v] = narrow[v];
  return Array<EdgeIndex>(std::move(own));  // nvcc copies if the conversion is not explicit
}

}  // namespace handshake::graph
