// The match program: reads the flags and the graph, computes a matching, and writes it.
#include <cuda_runtime.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "gpu/cuda_check.cuh"
#include "graph/run_program.hpp"
#include "launch_limit.hpp"
#include "matching/matching.hpp"
#include "onewaywrapper.hpp"
#include "utils.hpp"

namespace {

constexpr int kMaxThreads = 1 << 30;  // rounding this up to whole blocks does not overflow int

struct Options {
  std::optional<std::string> input;
  std::optional<std::string> output = "out.txt";  // "" is an error when the file is written
  int threads = 16384;
  int device = 0;
  bool extra = false;
  bool help = false;
};

Options parse_options(int argc, char** argv) {
  Options options;
  handshake::read_flags(argc, argv,
                        {{"input", options.input},
                         {"output", options.output},
                         {"threads", options.threads, 1, kMaxThreads},
                         {"device", options.device, 0, INT_MAX},
                         {"extra", options.extra},
                         {"version", handshake::print_version("match")},
                         {"help", options.help}});
  if (!options.input && !options.help) throw handshake::UsageError("the flag -input is missing");
  return options;
}

void select_device(int device) {
  int numDevices = 0;
  const cudaError_t error = cudaGetDeviceCount(&numDevices);
  if (error != cudaSuccess) {
    throw handshake::CudaError(std::string("looking for a GPU: ") + cudaGetErrorString(error) +
                               "; `make BACKEND=cpu` builds match for machines without a GPU");
  }
  if (device >= numDevices) {
    throw handshake::CudaError("-device " + std::to_string(device) +
                               ": there is no such device; this machine has " +
                               std::to_string(numDevices) + ", numbered from 0");
  }
  CUDA_CHECK(cudaSetDevice(device));
}

std::string wrong_partner(handshake::MatchingFault fault, const std::vector<int>& matches, int x) {
  const int partner = matches[x];
  if (partner == -2)
    return "; UNMATCHED is -1 here (it was -2 in the kit of 2021): write UNMATCHED instead of a "
           "number";
  if (fault == handshake::MatchingFault::kNoSuchNode)
    return ", but the nodes are 0 to " + std::to_string(matches.size() - 1);
  const std::string seen =
      fault == handshake::MatchingFault::kOwnPartner
          ? ", but a node cannot be its own partner"
          : ", but matches[" + std::to_string(partner) + "] is " + std::to_string(matches[partner]);
  return seen +
         "; check what check_handshaking_gpu compares, and which edges the other kernels keep";
}

// Kernels may compute a wrong result without a CUDA error. Such a result is reported, and it
// is not written to the output file.
void require_matching(const std::vector<int>& matches) {
  for (int x = 0; x < static_cast<int>(matches.size()); x++) {
    const handshake::MatchingFault fault = handshake::partner_fault(matches, x);
    if (fault == handshake::MatchingFault::kNone) continue;
    throw handshake::KernelFault("result: matches[" + std::to_string(x) + "] is " +
                                 std::to_string(matches[x]) + wrong_partner(fault, matches, x));
  }
}

// Frees the arrays that readmm allocated.
struct Graph : GraphData {
  Graph() : GraphData{} {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() {
    free(src);
    free(dst);
    free(weight);
  }
};

void run(const Options& options) {
  select_device(options.device);
  Graph graph;
  readmm(options.input->c_str(), &graph);
  handshake::require_countable(*options.input, graph.numNodes, graph.numEdges, options.threads);
  std::vector<int> matches(graph.numNodes, UNMATCHED);
  int* res = matches.data();
  one_way_handshake_wrapper(graph, res, options.threads, options.extra);
  // If a submission's own wrapper does not check for errors, an error is found here.
  CUDA_CHECK(cudaDeviceSynchronize());
  if (res != matches.data()) matches.assign(res, res + graph.numNodes);
  require_matching(matches);
  write_match_result(options.output->c_str(), matches.data(), graph.numNodes);
}

}  // namespace

int main(int argc, char** argv) {
  const auto run_match = [&] {
    const Options options = parse_options(argc, argv);
    if (options.help)
      printUsage(argv[0]);
    else
      run(options);
  };
  return handshake::run_program(
      "match", run_match, handshake::ExitsWith<handshake::DeviceError>{handshake::kExitCuda},
      handshake::ExitsWith<handshake::KernelFault>{handshake::kExitWrong});
}
