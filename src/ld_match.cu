// The ld_match program: a graph file -> the function of ld_extension.cu -> is it right, how fast.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <new>
#include <string>
#include <variant>
#include <vector>

#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "gpu/cuda_check.cuh"
#include "gpu/device_array.cuh"
#include "graph/read_graph.hpp"
#include "graph/write_matches.hpp"
#include "ld_extension.cuh"
#include "utils.hpp"

namespace {

using handshake::DeviceArray;

// As of match, in the handout.
enum ExitCode {
  kExitUsage = 2,
  kExitInput = 3,
  kExitCuda = 4,
  kExitWrong = 5,
  kExitOutput = 6,
  kExitBug = 70,
};

constexpr int kNotWritten = -7;

constexpr char kUsage[] =
    "Usage: ld_match -input FILE [flags]\n"
    "Matches a graph with src/gpu_extra_credit/ld_extension.cu, and says whether that is right.\n"
    "  -input FILE     the graph (required)\n"
    "  -output FILE    where the matching goes (default: nowhere)\n"
    "  -repeat NUMBER  match so often, and report the best time (default: 5)\n"
    "  -version        print the version\n"
    "  -help           print this text\n";

struct Options {
  std::string input, output;
  int repeat = 5;
  bool help = false;
};

class WrongResult : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Graph {
  int numNodes = 0, numEdges = 0;
  std::vector<int> offsets, neighbors, weights;
};

Options parse_options(int argc, char** argv) {
  Options options;
  handshake::read_flags(argc, argv,
                        {{"input", options.input},
                         {"output", options.output},
                         {"repeat", options.repeat, 1, 1000000},
                         {"version", handshake::print_version("ld_match")},
                         {"help", options.help}});
  if (options.input.empty() && !options.help)
    throw handshake::UsageError("the flag -input is missing");
  return options;
}

Graph read_input(const std::string& path) {
  handshake::ReadOptions options;
  options.weights = handshake::WeightRule::integer;
  options.maxDirectedEdges = std::numeric_limits<int>::max();
  const handshake::CsrGraph csr = handshake::read_graph(path, options);
  const auto& weights = std::get<handshake::Buffer<std::int32_t>>(csr.weights);
  Graph graph;
  graph.numNodes = csr.numNodes;
  graph.numEdges = static_cast<int>(csr.numEdges());
  graph.offsets.assign(csr.numNodes + std::size_t{1}, 0);
  if (graph.numEdges > 0) {
    std::copy_n(csr.offsets.data(), graph.offsets.size(), graph.offsets.begin());
    graph.neighbors.assign(csr.neighbors.data(), csr.neighbors.data() + graph.numEdges);
    graph.weights.assign(weights.data(), weights.data() + graph.numEdges);
  }
  return graph;
}

// What any matching has to do at least, and what its time is compared with. Each thread adds to a
// sum of its own, so that no read is left out.
__global__ void read_once_gpu(const int* offsets, const int* neighbors, const int* weights,
                              int* sums, int numNodes, int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  int sum = 0;
  for (int x = tid; x < numNodes; x += numThreads) sum ^= offsets[x];
  for (int e = tid; e < numEdges; e += numThreads) sum ^= neighbors[e] ^ weights[e];
  sums[tid] = sum;
}

// The best of several times, in milliseconds, until the GPU is done.
template <class Function>
double best_time(int repeat, Function function) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeat; i++) {
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto start = std::chrono::steady_clock::now();
    function();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

struct Outcome {
  std::vector<int> matches;
  double milliseconds = 0, one_reading = 0;
};

Outcome match_on_gpu(const Graph& graph, int repeat) {
  const auto upload = [](const std::vector<int>& values) {
    DeviceArray<int> array(values.size());
    const std::size_t bytes = values.size() * sizeof(int);
    if (bytes > 0) CUDA_CHECK(cudaMemcpy(array.data(), values.data(), bytes, cudaMemcpyDefault));
    return array;
  };
  const DeviceArray<int> offsets = upload(graph.offsets);
  const DeviceArray<int> neighbors = upload(graph.neighbors), weights = upload(graph.weights);
  Outcome outcome;
  outcome.matches.assign(graph.numNodes, kNotWritten);
  DeviceArray<int> matches = upload(outcome.matches);
  outcome.milliseconds = best_time(repeat, [&] {
    match_locally_dominant(offsets.data(), neighbors.data(), weights.data(), matches.data(),
                           graph.numNodes, graph.numEdges);
  });
  const std::size_t bytes = matches.size() * sizeof(int);
  if (bytes > 0) {
    CUDA_CHECK(cudaMemcpy(outcome.matches.data(), matches.data(), bytes, cudaMemcpyDefault));
  }
  const int blockSize = 256, numBlocks = std::min(1024, 1 + graph.numEdges / blockSize);
  DeviceArray<int> sums(numBlocks * blockSize);
  outcome.one_reading = best_time(repeat, [&] {
    read_once_gpu<<<numBlocks, blockSize>>>(offsets.data(), neighbors.data(), weights.data(),
                                            sums.data(), graph.numNodes, graph.numEdges);
  });
  return outcome;
}

std::string says(const std::vector<int>& matches, int x) {
  return "matches[" + std::to_string(x) + "] is " + std::to_string(matches[x]);
}

// The position of the edge from x to y, or -1.
int find_edge(const Graph& graph, int x, int y) {
  const auto begin = graph.neighbors.begin();
  const auto end = begin + graph.offsets[x + 1];
  const auto at = std::lower_bound(begin + graph.offsets[x], end, y);
  return at == end || *at != y ? -1 : static_cast<int>(at - begin);
}

// Throws unless this is the locally dominant matching. Exactly one matching has no edge that both
// ends prefer to what they have, so nothing has to be matched a second time to know.
long long checked_weight(const Graph& graph, const std::vector<int>& matches) {
  std::vector<int> own(graph.numNodes, -1);  // the position of the matched edge of each node
  long long twice = 0;
  for (int x = 0; x < graph.numNodes; x++) {
    const int y = matches[x];
    if (y == kNotWritten) {
      throw WrongResult("matches[" + std::to_string(x) + "] was not written");
    }
    if (y == UNMATCHED) continue;
    if (y < 0 || y >= graph.numNodes)
      throw WrongResult(says(matches, x) + ": there is no such node");
    if (matches[y] != x) throw WrongResult(says(matches, x) + ", but " + says(matches, y));
    own[x] = find_edge(graph, x, y);
    if (own[x] < 0) throw WrongResult(says(matches, x) + ", but there is no such edge");
    twice += graph.weights[own[x]];
  }
  const auto prefers = [&](int x, int y, int weight) {  // to what it has
    if (own[x] < 0 || weight != graph.weights[own[x]]) {
      return own[x] < 0 || weight > graph.weights[own[x]];
    }
    return y < matches[x];
  };
  for (int x = 0; x < graph.numNodes; x++) {
    for (int e = graph.offsets[x]; e < graph.offsets[x + 1]; e++) {
      const int y = graph.neighbors[e], weight = graph.weights[e];
      if (y != matches[x] && prefers(x, y, weight) && prefers(y, x, weight)) {
        throw WrongResult(says(matches, x) + " and " + says(matches, y) + ", but both prefer the " +
                          "edge between them, which weighs " + std::to_string(weight));
      }
    }
  }
  return twice / 2;
}

void require_gpu() {
  int numDevices = 0;
  const cudaError_t error = cudaGetDeviceCount(&numDevices);
  if (error == cudaSuccess && numDevices > 0) return;
  throw handshake::CudaError(std::string("looking for a GPU: ") + cudaGetErrorString(error) +
                             "; `make BACKEND=cpu ld_match` builds it for machines without one");
}

void run(const Options& options) {
  require_gpu();
  const Graph graph = read_input(options.input);
  const Outcome outcome = match_on_gpu(graph, options.repeat);
  const long long weight = checked_weight(graph, outcome.matches);
  const auto free = std::count(outcome.matches.begin(), outcome.matches.end(), UNMATCHED);
  std::printf("%s: right, %lld matched edges of weight %lld\n", options.input.c_str(),
              static_cast<long long>(graph.numNodes - free) / 2, weight);
  std::printf("best of %d: %.3f ms, %.1f times as long as reading the graph once (%.3f ms)\n",
              options.repeat, outcome.milliseconds, outcome.milliseconds / outcome.one_reading,
              outcome.one_reading);
  if (!options.output.empty()) {
    handshake::write_matches(options.output, outcome.matches.data(), outcome.matches.size());
  }
}

int report(ExitCode code, const std::string& message) {
  std::fprintf(stderr, "ld_match: %s\n", message.c_str());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse_options(argc, argv);
    if (options.help)
      std::fputs(kUsage, stdout);
    else
      run(options);
    return 0;
  } catch (const handshake::UsageError& error) {
    return report(kExitUsage, std::string(error.what()) + "; see ld_match -help");
  } catch (const WrongResult& error) {
    return report(kExitWrong, std::string("the result is wrong: ") + error.what());
  } catch (const handshake::InputError& error) {
    return report(kExitInput, error.what());
  } catch (const handshake::OutputError& error) {
    return report(kExitOutput, error.what());
  } catch (const handshake::CudaError& error) {
    return report(kExitCuda, error.what());
  } catch (const std::bad_alloc&) {
    return report(kExitInput, "the graph does not fit into the memory of this machine");
  } catch (const std::exception& error) {
    return report(kExitBug, error.what());
  }
}
