// Reads a graph from a file in any of the known formats.
#include "graph/read_graph.hpp"

#include "graph/binary_graph.hpp"
#include "graph/file_bytes.hpp"
#include "graph/matrix_market.hpp"

namespace handshake {
namespace {

bool may_be_graph(std::string_view start) {
  return is_gzip(start) || is_matrix_market(start);
}

}  // namespace

CsrGraph read_graph(const std::string& path, const ReadOptions& options, ReadReport* report) {
  FileBytes file = read_file(path, may_be_graph);
  if (is_gzip(file.bytes())) file = unpack_gzip(file.bytes(), path);
  ReadReport found;
  CsrGraph graph = is_binary_graph(file.bytes()) ? read_binary_graph(file, path, options, found)
                                                 : read_matrix_market(file, path, options, found);
  if (report) *report = found;
  return graph;
}

std::string describe(const ReadReport& report) {
  const auto count = [](std::int64_t n, const char* one, const char* many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
  };
  std::string text;
  if (report.selfLoops > 0) text = count(report.selfLoops, "self loop", "self loops") + " dropped";
  if (report.duplicates > 0) {
    if (!text.empty()) text += "; ";
    text += count(report.duplicates, "duplicate entry", "duplicate entries") + " merged";
    if (report.conflicts > 0)
      text += " (" + count(report.conflicts, "edge", "edges") +
              " with different weights: the heaviest was kept)";
  }
  return text;
}

}  // namespace handshake
