// The ld_match program: reads a graph file, calls the function of ld_extension.cu, and reports
// whether its result is right and how long it took.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "gpu/cuda_check.cuh"
#include "gpu/device_array.cuh"
#include "graph/read_graph.hpp"
#include "graph/run_program.hpp"
#include "graph/write_matches.hpp"
#include "ld_extension.cuh"
#include "matching/verify_matching.hpp"
#include "utils.hpp"

namespace {

using handshake::CsrGraph;
using handshake::DeviceArray;

constexpr int kNotWritten = -7;

constexpr char kUsage[] =
    "Usage: ld_match -input FILE [flags]\n"
    "Matches a graph with src/gpu_extra_credit/ld_extension.cu, and checks the result.\n"
    "  -input FILE     the graph (required)\n"
    "  -output FILE    the file for the matching (default: none)\n"
    "  -repeat NUMBER  match this many times, and report the best time (default: 5)\n"
    "  -version        print the version\n"
    "  -help           print this text\n";

struct Options {
  std::string input, output;
  int repeat = 5;
  bool help = false;
};

class WrongResult : public std::runtime_error {
 public:
  explicit WrongResult(const std::string& what)
      : std::runtime_error("the result is wrong: " + what) {}
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

CsrGraph read_input(const std::string& path) {
  handshake::ReadOptions options;
  options.weights = handshake::WeightRule::integer;
  options.maxDirectedEdges = std::numeric_limits<int>::max();
  return handshake::read_graph(path, options);
}

// Reads the whole graph once: every matching algorithm must do at least this. The time of the
// matching is compared with the time of this kernel. Each thread writes its own sum, so that the
// compiler cannot remove any of the reads.
__global__ void read_once_gpu(const int* offsets, const int* neighbors, const int* weights,
                              int* sums, int numNodes, int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  int sum = 0;
  for (int x = tid; x < numNodes; x += numThreads) sum ^= offsets[x];
  for (int e = tid; e < numEdges; e += numThreads) sum ^= neighbors[e] ^ weights[e];
  sums[tid] = sum;
}

// Calls function() `repeat` times. Measures each call until the GPU has finished, and returns the
// shortest time in milliseconds.
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

// Copies the values to the GPU, as int.
template <class Array>
DeviceArray<int> upload(const Array& values) {
  const std::vector<int> numbers(values.begin(), values.end());
  DeviceArray<int> array(numbers.size());
  const std::size_t bytes = numbers.size() * sizeof(int);
  if (bytes > 0) CUDA_CHECK(cudaMemcpy(array.data(), numbers.data(), bytes, cudaMemcpyDefault));
  return array;
}

Outcome match_on_gpu(const CsrGraph& graph, int repeat) {
  const int numEdges = static_cast<int>(graph.numEdges());
  const DeviceArray<int> offsets = upload(graph.offsets), neighbors = upload(graph.neighbors);
  const DeviceArray<int> weights = upload(std::get<handshake::Buffer<int>>(graph.weights));
  Outcome outcome;
  outcome.matches.assign(graph.numNodes, kNotWritten);
  DeviceArray<int> matches = upload(outcome.matches);
  outcome.milliseconds = best_time(repeat, [&] {
    match_locally_dominant(offsets.data(), neighbors.data(), weights.data(), matches.data(),
                           graph.numNodes, numEdges);
  });
  const std::size_t bytes = matches.size() * sizeof(int);
  if (bytes > 0) {
    CUDA_CHECK(cudaMemcpy(outcome.matches.data(), matches.data(), bytes, cudaMemcpyDefault));
  }
  const int blockSize = 256, numBlocks = std::min(1024, 1 + numEdges / blockSize);
  DeviceArray<int> sums(numBlocks * blockSize);
  outcome.one_reading = best_time(repeat, [&] {
    read_once_gpu<<<numBlocks, blockSize>>>(offsets.data(), neighbors.data(), weights.data(),
                                            sums.data(), graph.numNodes, numEdges);
  });
  return outcome;
}

// Throws unless this is the locally dominant matching. This is the only matching in which no two
// neighbors prefer each other to their partners. So the check does not need a second matching to
// compare with.
void require_right(const CsrGraph& graph, const std::vector<int>& matches) {
  const auto skipped = std::find(matches.begin(), matches.end(), kNotWritten);
  if (skipped != matches.end()) {
    throw WrongResult("matches[" + std::to_string(skipped - matches.begin()) + "] was not written");
  }
  const handshake::MatchingVerdict verdict = handshake::verify_matching(graph, matches);
  if (!verdict.ok()) throw WrongResult(verdict.words);
}

void require_gpu() {
  int numDevices = 0;
  const cudaError_t error = cudaGetDeviceCount(&numDevices);
  if (error == cudaSuccess && numDevices > 0) return;
  throw handshake::CudaError(std::string("looking for a GPU: ") + cudaGetErrorString(error) +
                             "; `make BACKEND=cpu ld_match` builds the program for the CPU");
}

void run(const Options& options) {
  require_gpu();
  const CsrGraph graph = read_input(options.input);
  const Outcome outcome = match_on_gpu(graph, options.repeat);
  require_right(graph, outcome.matches);
  std::printf("%s: right, %lld matched edges of weight %.0f\n", options.input.c_str(),
              static_cast<long long>(handshake::count_matched_edges(outcome.matches)),
              handshake::matching_weight(graph, outcome.matches));
  std::printf("best of %d: %.3f ms, %.1f times as long as reading the graph once (%.3f ms)\n",
              options.repeat, outcome.milliseconds, outcome.milliseconds / outcome.one_reading,
              outcome.one_reading);
  if (!options.output.empty()) {
    handshake::write_matches(options.output, outcome.matches.data(), outcome.matches.size());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto run_ld_match = [&] {
    const Options options = parse_options(argc, argv);
    if (options.help)
      std::fputs(kUsage, stdout);
    else
      run(options);
  };
  return handshake::run_program("ld_match", run_ld_match,
                                handshake::ExitsWith<handshake::DeviceError>{handshake::kExitCuda},
                                handshake::ExitsWith<WrongResult>{handshake::kExitWrong});
}
