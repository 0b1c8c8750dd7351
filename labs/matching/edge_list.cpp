// Makes, reads and writes the graphs of the suite.
#include "labs/matching/edge_list.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace handshake::suite {

namespace {

constexpr int kMostNodes = 50'000'000;

[[noreturn]] void fail(const std::string& path, int line, const std::string& what) {
  throw std::runtime_error(path + ":" + std::to_string(line) + ": " + what);
}

// The numbers in a line. A line that contains anything else is an error.
std::vector<double> numbers_of(const std::string& path, int line_number, const std::string& line) {
  std::istringstream in(line);
  std::vector<double> numbers;
  double number;
  while (in >> number) numbers.push_back(number);
  if (!in.eof()) fail(path, line_number, "not a number: " + line);
  return numbers;
}

int whole(const std::string& path, int line, double number, double smallest, double largest) {
  if (!(number >= smallest && number <= largest) || number != static_cast<int>(number))
    fail(path, line,
         "expected a whole number from " + std::to_string(static_cast<int>(smallest)) + " to " +
             std::to_string(static_cast<int>(largest)));
  return static_cast<int>(number);
}

}  // namespace

EdgeList make_edge_list(int numNodes, const std::vector<Edge>& edges) {
  std::vector<std::tuple<int, int, int>> rows;  // src, dst, weight
  for (const Edge& edge : edges) {
    if (edge.from == edge.to) continue;
    rows.emplace_back(edge.from, edge.to, edge.weight);
    rows.emplace_back(edge.to, edge.from, edge.weight);
  }
  std::sort(rows.begin(), rows.end());
  EdgeList graph;
  graph.numNodes = numNodes;
  for (const auto& [src, dst, weight] : rows) {
    if (!graph.src.empty() && graph.src.back() == src && graph.dst.back() == dst) {
      graph.weight.back() = weight;  // the last row of an edge is its heaviest row
      continue;
    }
    graph.src.push_back(src);
    graph.dst.push_back(dst);
    graph.weight.push_back(weight);
  }
  return graph;
}

std::vector<Edge> undirected_edges(const EdgeList& graph) {
  std::vector<Edge> edges;
  for (int e = 0; e < graph.numEdges(); e++)
    if (graph.src[e] < graph.dst[e]) edges.push_back({graph.src[e], graph.dst[e], graph.weight[e]});
  return edges;
}

EdgeList random_graph(uint64_t seed, int numNodes, int edges, WeightRange weights) {
  Random random(seed);
  std::vector<Edge> chosen;
  for (int e = 0; e < edges; e++) {
    const int from = random.between(0, numNodes - 1);
    const int to = random.between(0, numNodes - 1);
    chosen.push_back({from, to, random.between(weights.smallest, weights.largest)});
  }
  return make_edge_list(numNodes, chosen);
}

EdgeList star_graph(uint64_t seed, int numNodes, int center, WeightRange weights) {
  Random random(seed);
  std::vector<Edge> edges;
  for (int leaf = 0; leaf < numNodes; leaf++)
    edges.push_back({center, leaf, random.between(weights.smallest, weights.largest)});
  return make_edge_list(numNodes, edges);
}

EdgeList path_graph(const std::vector<int>& weights) {
  std::vector<Edge> edges;
  for (int e = 0; e < static_cast<int>(weights.size()); e++)
    edges.push_back({e, e + 1, weights[e]});
  return make_edge_list(static_cast<int>(weights.size()) + 1, edges);
}

EdgeList handout_graph() {
  return make_edge_list(5, {{0, 1, 2}, {0, 4, 1}, {1, 2, 1}, {1, 3, 4}, {2, 3, 5}, {3, 4, 3}});
}

EdgeList read_mtx(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + ": cannot be read: " + std::strerror(errno));
  std::string line;
  int line_number = 0;
  int numNodes = -1;
  double entries = 0;
  std::vector<Edge> edges;
  while (std::getline(in, line)) {
    line_number++;
    if (line.empty() || line[0] == '%') continue;
    const std::vector<double> numbers = numbers_of(path, line_number, line);
    if (numbers.empty()) continue;
    if (numNodes < 0) {
      if (numbers.size() != 3) fail(path, line_number, "expected: rows columns entries");
      numNodes = std::max(whole(path, line_number, numbers[0], 0, kMostNodes),
                          whole(path, line_number, numbers[1], 0, kMostNodes));
      entries = numbers[2];
    } else {
      if (numbers.size() < 2 || numbers.size() > 3)
        fail(path, line_number, "expected: row column weight");
      edges.push_back(
          {whole(path, line_number, numbers[0], 1, numNodes) - 1,
           whole(path, line_number, numbers[1], 1, numNodes) - 1,
           numbers.size() == 3 ? whole(path, line_number, numbers[2], INT32_MIN, INT32_MAX) : 1});
    }
  }
  if (numNodes < 0) fail(path, line_number, "there is no line with the size of the graph");
  if (entries != static_cast<double>(edges.size()))
    fail(path, line_number, "the number of entries is not what the size line says");
  return make_edge_list(numNodes, edges);
}

void write_mtx(const std::string& path, const EdgeList& graph, const std::string& comment) {
  const std::vector<Edge> edges = undirected_edges(graph);
  const std::string part = path + ".part";
  {
    std::ofstream out(part);
    out << "%%MatrixMarket matrix coordinate integer symmetric\n";
    if (!comment.empty()) out << "% " << comment << "\n";
    out << graph.numNodes << " " << graph.numNodes << " " << edges.size() << "\n";
    // The format demands that entries of a symmetric file are below the diagonal: row > column.
    for (const Edge& edge : edges)
      out << edge.to + 1 << " " << edge.from + 1 << " " << edge.weight << "\n";
    out.flush();
    if (!out) throw std::runtime_error(path + ": cannot be written");
  }
  if (std::rename(part.c_str(), path.c_str()) != 0)
    throw std::runtime_error(path + ": cannot be written");
}

}  // namespace handshake::suite
