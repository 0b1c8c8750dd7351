// The passes of the handout in plain serial C++. growth.py compares this program with match on the
// CPU back end. In each pass, this program does the same work as match, but one edge after the
// other, without threads, kernels and prefix sums.
//
//   serial_passes INPUT.mtx OUTPUT.txt
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kUnmatched = -1;

struct Edge {
  int src;
  int dst;
  int weight;
};

struct Graph {
  int numNodes = 0;
  std::vector<Edge> edges;  // both directions, sorted by src, then by dst
};

[[noreturn]] void fail(const char* path, const char* what) {
  std::fprintf(stderr, "serial_passes: %s: %s\n", path, what);
  std::exit(EXIT_FAILURE);
}

// Reads a file that generate_graph wrote: symmetric, with integers, without comments and without
// repeated entries.
Graph read_matrix_market(const char* path) {
  std::FILE* file = std::fopen(path, "r");
  if (!file) fail(path, "cannot be opened");
  int rows = 0, columns = 0, entries = 0;
  if (std::fscanf(file, "%%%%MatrixMarket matrix coordinate integer symmetric %d %d %d", &rows,
                  &columns, &entries) != 3)
    fail(path, "must be a symmetric integer file without comments");
  Graph graph;
  graph.numNodes = std::max(rows, columns);
  graph.edges.reserve(2 * static_cast<std::size_t>(entries));
  for (int i = 0; i < entries; i++) {
    int row = 0, column = 0, weight = 0;
    if (std::fscanf(file, "%d %d %d", &row, &column, &weight) != 3) fail(path, "a faulty entry");
    graph.edges.push_back({row - 1, column - 1, weight});
    graph.edges.push_back({column - 1, row - 1, weight});
  }
  std::fclose(file);
  std::sort(graph.edges.begin(), graph.edges.end(), [](const Edge& a, const Edge& b) {
    return a.src != b.src ? a.src < b.src : a.dst < b.dst;
  });
  return graph;
}

// Matches the nodes in passes, and returns the number of passes. Afterwards the graph has no edges.
int match_in_passes(Graph& graph, std::vector<int>& matches) {
  std::vector<int> strongNeighbor(graph.numNodes);
  std::vector<int> strongWeight(graph.numNodes);
  for (int pass = 1;; pass++) {
    std::fill(strongNeighbor.begin(), strongNeighbor.end(), kUnmatched);
    for (const Edge& edge : graph.edges) {
      if (strongNeighbor[edge.src] == kUnmatched || edge.weight > strongWeight[edge.src]) {
        strongNeighbor[edge.src] = edge.dst;
        strongWeight[edge.src] = edge.weight;
      }
    }
    for (int x = 0; x < graph.numNodes; x++) {
      const int y = strongNeighbor[x];
      if (y != kUnmatched && strongNeighbor[y] == x) matches[x] = y;
    }
    const auto is_filtered = [&](const Edge& edge) {
      return matches[edge.src] != kUnmatched || matches[edge.dst] != kUnmatched;
    };
    graph.edges.erase(std::remove_if(graph.edges.begin(), graph.edges.end(), is_filtered),
                      graph.edges.end());
    if (graph.edges.empty()) return pass;
  }
}

void write_matches(const char* path, const std::vector<int>& matches) {
  std::FILE* file = std::fopen(path, "w");
  if (!file) fail(path, "cannot be written");
  for (const int partner : matches) std::fprintf(file, "%d\n", partner);
  if (std::fclose(file) != 0) fail(path, "cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) fail("usage", "serial_passes INPUT.mtx OUTPUT.txt");
  Graph graph = read_matrix_market(argv[1]);
  std::vector<int> matches(graph.numNodes, kUnmatched);
  const auto begin = std::chrono::steady_clock::now();
  const int passes = match_in_passes(graph, matches);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  write_matches(argv[2], matches);
  std::printf("passes %d time %.3f ms\n", passes, time.count());
  return EXIT_SUCCESS;
}
