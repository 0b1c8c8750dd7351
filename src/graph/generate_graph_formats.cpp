// Writes graphs in the formats of other programs.
#include "graph/generate_graph_formats.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <variant>

#include "graph/file_writer.hpp"
#include "graph/input_error.hpp"

namespace handshake {
namespace {

std::string text_of(std::int32_t weight) {
  return std::to_string(weight);
}

template <class Real>
std::string text_of(Real weight) {
  // With this many digits, a reader of the text gets exactly the same number.
  char text[32];
  const int digits = sizeof(Real) == sizeof(float) ? 9 : 17;
  std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(weight));
  return text;
}

// Calls write_edge(v, u, weight) for every directed edge, in order.
template <class WriteEdge>
void for_each_edge(const CsrGraph& graph, const WriteEdge& write_edge) {
  std::visit(
      [&](const auto& weights) {
        for (Node v = 0; v < graph.numNodes; ++v) {
          for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
            write_edge(v, graph.neighbors[e], weights[e]);
          }
        }
      },
      graph.weights);
}

template <class T>
std::string_view bytes_of(const T* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(T)};
}

}  // namespace

void write_general_matrix(const std::string& path, const CsrGraph& graph) {
  FileWriter file(path);
  const bool is_integer = std::holds_alternative<Buffer<std::int32_t>>(graph.weights);
  const std::string nodes = std::to_string(graph.numNodes);
  file.write("%%MatrixMarket matrix coordinate " + std::string(is_integer ? "integer" : "real") +
             " general\n" + nodes + " " + nodes + " " + std::to_string(graph.numEdges()) + "\n");
  for_each_edge(graph, [&](std::int64_t v, std::int64_t u, auto weight) {
    file.write(std::to_string(v + 1) + " " + std::to_string(u + 1) + " " + text_of(weight) + "\n");
  });
  file.finish();
}

void write_edge_lines(const std::string& path, const CsrGraph& graph) {
  FileWriter file(path);
  for_each_edge(graph, [&](Node v, Node u, auto weight) {
    if (v > u) return;
    file.write(std::to_string(v) + " " + std::to_string(u) + " " + text_of(weight) + "\n");
  });
  file.finish();
}

void write_metis(const std::string& path, const CsrGraph& graph, const GraphSpec& spec) {
  if (spec.weights == GeneratedWeights::kUniform) {
    throw InputError("graph \"" + spec.text + "\"", 0,
                     "METIS files hold integer weights; use w=dec3, w=const or w=int");
  }
  const double scale = spec.weights == GeneratedWeights::kThreeDecimals ? 1000 : 1;
  FileWriter file(path);
  file.write(std::to_string(graph.numNodes) + " " + std::to_string(graph.numEdges() / 2) + " 1");
  Node row = -1;
  const auto begin_rows_up_to = [&](Node v) {
    for (; row < v; ++row) file.write("\n");
  };
  for_each_edge(graph, [&](Node v, std::int64_t u, auto weight) {
    begin_rows_up_to(v);
    file.write(std::to_string(u + 1) + " " + std::to_string(std::llround(weight * scale)) + " ");
  });
  begin_rows_up_to(graph.numNodes);
  file.finish();
}

void write_vite(const std::string& path, const CsrGraph& graph) {
  FileWriter file(path);
  const std::int64_t sizes[] = {graph.numNodes, graph.numEdges()};
  file.write(bytes_of(sizes, 2));
  file.write(bytes_of(graph.offsets.data(), graph.offsets.size()));
  for_each_edge(graph, [&](Node, Node u, double weight) {
    const std::int64_t neighbor = u;
    file.write(bytes_of(&neighbor, 1));
    file.write(bytes_of(&weight, 1));
  });
  file.finish();
}

}  // namespace handshake
