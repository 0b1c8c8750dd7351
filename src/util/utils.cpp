// The functions of utils.hpp. Reading and writing files is the work of src/graph.
#include "utils.hpp"

#include <limits>
#include <new>
#include <string>
#include <utility>

#include "graph/edge_list.hpp"
#include "graph/read_graph.hpp"
#include "graph/write_matches.hpp"

void setTime(struct timeval* time) {
  gettimeofday(time, nullptr);
}

double getTime(struct timeval* startTime, struct timeval* endTime) {
  struct timeval elapsed;
  timersub(endTime, startTime, &elapsed);
  return elapsed.tv_sec * 1000.0 + elapsed.tv_usec / 1000.0;
}

void swapArray(void** arrayA, void** arrayB) {
  std::swap(*arrayA, *arrayB);
}

void swapIntArray(int** arrayA, int** arrayB) {
  std::swap(*arrayA, *arrayB);
}

void exclusive_prefix_sum(int* num, int* sum, int size) {
  sum[0] = 0;
  for (int i = 0; i < size; i++) sum[i + 1] = sum[i] + num[i];
}

void inclusive_prefix_sum(int* num, int* sum, int size) {
  int total = 0;
  for (int i = 0; i < size; i++) sum[i] = total += num[i];
}

void printUsage(const char* program) {
  printf(
      "Usage: %s -input FILE [flags]\n"
      "Finds a heavy matching of a graph by handshaking.\n"
      "  -input FILE      the graph, a Matrix Market file (required)\n"
      "  -output FILE     the file for the matching (default: out.txt)\n"
      "  -threads NUMBER  threads per kernel, rounded up to whole blocks (default: 16384)\n"
      "  -device NUMBER   the GPU to use (default: 0)\n"
      "  -extra           find the strongest neighbors on the GPU\n"
      "  -version         print the version\n"
      "  -help            print this text\n",
      program);
}

namespace {

int* allocate_ints(size_t size) {
  // One element more than needed, because malloc(0) may return a null pointer.
  int* array = static_cast<int*>(malloc((size + 1) * sizeof(int)));
  if (!array) throw std::bad_alloc();
  return array;
}

}  // namespace

void readmm(const char* fileName, GraphData* graph) {
  fprintf(stderr, "Start Reading Matrix %s ...\n", fileName);
  handshake::ReadOptions options;
  options.weights = handshake::WeightRule::integer;
  options.maxDirectedEdges = std::numeric_limits<int>::max();
  handshake::ReadReport report;
  const handshake::CsrGraph csr = handshake::read_graph(fileName, options, &report);

  graph->numNodes = csr.numNodes;
  graph->numEdges = static_cast<int>(csr.numEdges());
  graph->src = allocate_ints(graph->numEdges);
  graph->dst = allocate_ints(graph->numEdges);
  graph->weight = allocate_ints(graph->numEdges);
  handshake::fill_edge_list(csr, graph->src, graph->dst, graph->weight);
  const std::string remark = handshake::describe(report);
  if (!remark.empty()) fprintf(stderr, "%s\n", remark.c_str());
  fprintf(stderr, "Done reading.\n");
}

void write_match_result(const char* fileName, int* res, int nNodes) {
  fprintf(stderr, "Start Writing Matching Results to %s ...\n", fileName);
  handshake::write_matches(fileName, res, nNodes);
  fprintf(stderr, "Done writing.\n");
}
