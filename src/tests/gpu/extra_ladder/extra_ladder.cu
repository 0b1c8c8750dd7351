// Measures the extra credit of the handout on one graph: our kernels (gpu_extra_credit/extra.cu),
// and the rungs of the ladder that leads to them. Prints the median time of each, and how many times
// the floor it is: the time that a copy would need for 12 bytes per directed edge and 4 per node.
// Fails if a result is not that of a loop on the CPU.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "extra.cu"
#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "gpu/cuda_check.cuh"
#include "gpu/device_array.cuh"
#include "graph/edge_list.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/run_program.hpp"
#include "tests/gpu/extra_ladder/rungs.cuh"
#include "utils.hpp"

namespace {

using namespace handshake;

constexpr int kBlock = 256;
constexpr int kThreads[] = {16384, 262144};  // match's default; nearly all threads of an H200
using Strengths = DeviceArray<unsigned long long>;

struct Graph {
  int numNodes = 0, numEdges = 0;
  std::vector<int> strongNeighbor;  // the right result
  DeviceArray<int> src, dst, weight;
};

template <class T>
DeviceArray<T> on_gpu(const std::vector<T>& values) {
  DeviceArray<T> array(values.size());
  CUDA_CHECK(
      cudaMemcpy(array.data(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return array;
}

// The first of the heaviest edges of a node leads to the smallest neighbor.
std::vector<int> right_neighbors(int numNodes, const std::vector<int>& src,
                                 const std::vector<int>& dst, const std::vector<int>& weight) {
  std::vector<int> neighbors(numNodes, UNMATCHED), heaviest(numNodes);
  for (size_t x = 0; x < src.size(); x++) {
    if (neighbors[src[x]] != UNMATCHED && weight[x] <= heaviest[src[x]]) continue;
    neighbors[src[x]] = dst[x];
    heaviest[src[x]] = weight[x];
  }
  return neighbors;
}

Graph read(const std::string& input) {
  const CsrGraph graph = generate_or_read(input);
  std::vector<int> src(graph.numEdges()), dst(src.size()), weight(src.size());
  fill_edge_list(graph, src.data(), dst.data(), weight.data());
  return {graph.numNodes,
          static_cast<int>(src.size()),
          right_neighbors(graph.numNodes, src, dst, weight),
          on_gpu(src),
          on_gpu(dst),
          on_gpu(weight)};
}

// In milliseconds; the first three runs warm up.
float median_time(int runs, const std::function<void()>& run) {
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = -3; i < runs; i++) {
    float time = 0;
    CUDA_CHECK(cudaEventRecord(begin));
    run();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    CUDA_CHECK(cudaEventElapsedTime(&time, begin, end));
    if (i >= 0) times.push_back(time);
  }
  std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
  return times[runs / 2];
}

// Bytes per millisecond, each byte counted when it is read and when it is written.
double copy_bandwidth(int runs, size_t bytes) {
  DeviceArray<char> from(bytes), to(bytes);
  CUDA_CHECK(cudaMemset(from.data(), 1, bytes));
  const auto copy = [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice));
  };
  return 2.0 * bytes / median_time(runs, copy);
}

using Rung = void (*)(int*, int*, int*, unsigned long long*, int);

void run_rung(Rung rung, int blocks, Graph& graph, Strengths& strongest, DeviceArray<int>& result) {
  ladder::clear<<<blocks, kBlock>>>(strongest.data(), graph.numNodes);
  rung<<<blocks, kBlock>>>(graph.src.data(), graph.dst.data(), graph.weight.data(),
                           strongest.data(), graph.numEdges);
  ladder::take_neighbor<<<blocks, kBlock>>>(strongest.data(), result.data(), graph.numNodes);
}

void run_ours(int blocks, Graph& graph, Strengths& strongest, DeviceArray<int>& result) {
  clear_strongest_gpu<<<blocks, kBlock>>>(graph.src.data(), strongest.data(), result.data(),
                                          graph.numEdges, graph.numNodes);
  find_strongest_gpu<<<blocks, kBlock>>>(graph.src.data(), graph.dst.data(), graph.weight.data(),
                                         strongest.data(), result.data(), graph.numEdges);
  take_neighbor_gpu<<<blocks, kBlock>>>(graph.src.data(), strongest.data(), result.data(),
                                        graph.numEdges);
}

void measure(Graph& graph, int runs, double floor) {
  const std::pair<const char*, Rung> rungs[] = {
      {"1 an atomicMax for each edge", ladder::atomic_for_each_edge},
      {"2 a maximum in each warp", ladder::maximum_in_each_warp},
      {"3 four edges for each lane", ladder::four_edges_for_each_lane},
      {"4 a piece for each warp (ours)", nullptr}};
  for (const auto& [name, rung] : rungs) {
    std::printf("  %-31s", name);
    for (const int threads : kThreads) {
      Strengths strongest(graph.numNodes);
      DeviceArray<int> result(graph.numNodes);
      CUDA_CHECK(cudaMemset(strongest.data(), 0x5a, graph.numNodes * sizeof(long long)));
      CUDA_CHECK(cudaMemset(result.data(), 0x5a, graph.numNodes * sizeof(int)));
      const float time = median_time(runs, [&, rung = rung] {
        rung ? run_rung(rung, threads / kBlock, graph, strongest, result)
             : run_ours(threads / kBlock, graph, strongest, result);
      });
      std::vector<int> found(graph.numNodes);
      CUDA_CHECK(cudaMemcpy(found.data(), result.data(), found.size() * sizeof(int),
                            cudaMemcpyDeviceToHost));
      if (found != graph.strongNeighbor) throw std::logic_error(std::string(name) + ": wrong");
      std::printf("%9.4f (%6.2f)", time, time / floor);
    }
    std::printf("\n");
  }
}

void run(int argc, char** argv) {
  std::vector<std::string> inputs;
  int runs = 15, megabytes = 1024;
  read_flags(argc, argv,
             {{"version", print_version("extra_ladder")},
              {"runs", runs, 1, 1000},
              {"copy", megabytes, 1, 1 << 16}},
             [&](const std::string& word) { inputs.push_back(word); });
  if (inputs.empty()) throw UsageError("name a graph, for example urand:20:w=int");
  const double bandwidth = copy_bandwidth(runs, size_t(megabytes) << 20);
  std::printf("copy: %.0f GB/s. Milliseconds (times the floor), with %d and with %d threads\n",
              bandwidth / 1e6, kThreads[0], kThreads[1]);
  for (const std::string& input : inputs) {
    Graph graph = read(input);
    const double floor = (12.0 * graph.numEdges + 4.0 * graph.numNodes) / bandwidth;
    std::printf("%s: %d nodes, %d directed edges; floor %.4f ms\n", input.c_str(), graph.numNodes,
                graph.numEdges, floor);
    measure(graph, runs, floor);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("extra_ladder", [&] { run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
