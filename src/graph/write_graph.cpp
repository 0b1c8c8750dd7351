// Writes a graph as Matrix Market text.
#include "graph/write_graph.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "graph/file_writer.hpp"

namespace handshake {
namespace {

void append(std::int64_t number, std::string* line) {
  char text[24];
  line->append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

void append(std::int32_t number, std::string* line) {
  append(std::int64_t{number}, line);
}

// Appends the shortest decimal number from which a program reads exactly the same value.
template <class Real>
void append_real(Real number, std::string* line) {
  char text[32];
#ifdef __cpp_lib_to_chars
  line->append(text, std::to_chars(text, text + sizeof text, number).ptr);
#else
  for (int digits = 6; digits <= 17; digits++) {
    std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(number));
    if (static_cast<Real>(std::strtod(text, nullptr)) == number) break;
  }
  *line += text;
#endif
}

void append(double number, std::string* line) {
  append_real(number, line);
}
void append(float number, std::string* line) {
  append_real(number, line);
}

template <class Weight>
void write_entries(const CsrGraph& graph, const Buffer<Weight>& weights, FileWriter* file) {
  std::string line = "%%MatrixMarket matrix coordinate ";
  line += std::is_same_v<Weight, std::int32_t> ? "integer" : "real";
  line += " symmetric\n";
  append(graph.numNodes, &line);
  line += ' ';
  append(graph.numNodes, &line);
  line += ' ';
  append(graph.numEdges() / 2, &line);
  line += '\n';
  file->write(line);
  for (Node v = 0; v < graph.numNodes; v++) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; e++) {
      if (graph.neighbors[e] < v) continue;
      line.clear();
      append(std::int64_t{graph.neighbors[e]} + 1, &line);
      line += ' ';
      append(std::int64_t{v} + 1, &line);
      line += ' ';
      append(weights[e], &line);
      line += '\n';
      file->write(line);
    }
  }
}

}  // namespace

void write_matrix_market(const std::string& path, const CsrGraph& graph) {
  FileWriter file(path);
  std::visit([&](const auto& weights) { write_entries(graph, weights, &file); }, graph.weights);
  file.finish();
}

}  // namespace handshake
