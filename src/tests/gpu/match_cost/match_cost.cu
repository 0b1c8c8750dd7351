// Measures what each part of the handout's matching costs on a GPU: every CUDA call of
// onewaywrapper.cu, by its name or by the name of its kernel, and the rest of the host code (without
// -extra: step 1). Beside them: the scan of CUB on the same numbers of edges.
//
// The linker sends the CUDA calls of onewaywrapper.cu here (--wrap, see module.mk). Each call is
// measured from an idle GPU to an idle GPU, so the sum is a little larger than the time of `match`.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cub/device/device_scan.cuh>
#include <map>
#include <string>
#include <vector>

#include "flags/flags.hpp"
#include "flags/version.hpp"
#include "gpu/cuda_check.cuh"
#include "gpu/device_array.cuh"
#include "graph/edge_list.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/run_program.hpp"
#include "onewaywrapper.hpp"

namespace {

using namespace handshake;
using Clock = std::chrono::steady_clock;

constexpr int kThreads[] = {16384, 65536, 262144, 1048576};
const char* const kWhole = "all, as match runs it";
const char* const kHost = "host code (step 1)";

struct Cost {
  int calls = 0;
  double ms = 0;
};
std::map<std::string, Cost> costs;
std::vector<int> scanned;  // the number of elements of each scan
bool is_measured = false;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

template <class Call>
cudaError_t measured(const std::string& name, const Call& call) {
  if (!is_measured) return call();
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto begin = Clock::now();
  const cudaError_t error = call();
  CUDA_CHECK(cudaDeviceSynchronize());
  Cost& cost = costs[name];
  cost.calls++;
  cost.ms += ms_since(begin);
  return error;
}

std::string name_of(cudaKernel_t kernel) {
  const char* name = nullptr;
  CUDA_CHECK(cudaFuncGetName(&name, kernel));
  const std::string mangled = name;  // _Z20markFilterEdges_gpuPi...: the number is the length
  const size_t begin = mangled.find_first_not_of("0123456789", 2);
  return mangled.rfind("_Z", 0) == 0 ? mangled.substr(begin, std::stoul(mangled.substr(2)))
                                     : mangled;
}

}  // namespace

extern "C" {
cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                      size_t shared, cudaStream_t stream) {
  if (!is_measured)
    return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
  const std::string name = name_of(kernel);
  if (name == "exclusive_prefix_sum_gpu" && *static_cast<int*>(arguments[2]) == 0)
    scanned.push_back(*static_cast<int*>(arguments[3]));
  return measured(name, [&] {
    return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
  });
}

cudaError_t __real_cudaMalloc(void**, size_t);
cudaError_t __wrap_cudaMalloc(void** pointer, size_t bytes) {
  return measured("cudaMalloc", [&] { return __real_cudaMalloc(pointer, bytes); });
}

cudaError_t __real_cudaFree(void*);
cudaError_t __wrap_cudaFree(void* pointer) {
  return measured("cudaFree", [&] { return __real_cudaFree(pointer); });
}

cudaError_t __real_cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind);
cudaError_t __wrap_cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const char* name = kind == cudaMemcpyHostToDevice ? "cudaMemcpy to the GPU" : "cudaMemcpy back";
  return measured(name, [&] { return __real_cudaMemcpy(to, from, bytes, kind); });
}
}

namespace {

struct Lists {
  int numNodes;
  std::vector<int> src, dst, weight;
};

Lists read(const std::string& input) {
  const CsrGraph graph = generate_or_read(input);
  Lists lists{graph.numNodes, {}, {}, {}};
  for (std::vector<int>* list : {&lists.src, &lists.dst, &lists.weight})
    list->resize(graph.numEdges());
  fill_edge_list(graph, lists.src.data(), lists.dst.data(), lists.weight.data());
  return lists;
}

double match(Lists lists, int threads, bool extra) {
  std::vector<int> matches(lists.numNodes, UNMATCHED);
  GraphData graph;
  graph.numNodes = lists.numNodes;
  graph.numEdges = static_cast<int>(lists.src.size());
  graph.src = lists.src.data();
  graph.dst = lists.dst.data();
  graph.weight = lists.weight.data();
  int* result = matches.data();
  const auto begin = Clock::now();
  one_way_handshake_wrapper(graph, result, threads, extra);
  return ms_since(begin);
}

double cub_scans(const std::vector<int>& sizes) {
  DeviceArray<int> from(sizes.front()), to(sizes.front());
  CUDA_CHECK(cudaMemset(from.data(), 0, from.size() * sizeof(int)));
  size_t bytes = 0;
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, bytes, from.data(), to.data(), sizes.front()));
  DeviceArray<char> scratch(bytes);
  double ms = 0;
  for (const int size : sizes) {
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto begin = Clock::now();
    CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch.data(), bytes, from.data(), to.data(), size));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms += ms_since(begin);
  }
  return ms;
}

void measure(const Lists& lists, bool extra) {
  std::map<std::string, std::map<int, Cost>> table;
  for (const int threads : kThreads) {
    is_measured = false;
    match(lists, threads, extra);
    table[kWhole][threads].ms = match(lists, threads, extra);
    costs.clear();
    scanned.clear();
    is_measured = true;
    double rest = match(lists, threads, extra);
    is_measured = false;
    for (const auto& [name, cost] : costs) {
      table[name][threads] = cost;
      rest -= cost.ms;
    }
    table[kHost][threads].ms = rest;
    cub_scans(scanned);
    table["(CUB: all scans)"][threads] = {static_cast<int>(scanned.size()), cub_scans(scanned)};
  }
  std::printf("  %-30s %7s", extra ? "ms, with -extra" : "ms", "calls");
  for (const int threads : kThreads) std::printf("%11d", threads);
  std::printf("\n");
  for (const auto& [name, row] : table) {
    std::printf("  %-30s %7d", name.c_str(), row.begin()->second.calls);
    for (const int threads : kThreads) std::printf("%11.3f", row.at(threads).ms);
    std::printf("\n");
  }
}

void run(int argc, char** argv) {
  std::vector<std::string> inputs;
  read_flags(argc, argv, {{"version", print_version("match_cost")}},
             [&](const std::string& word) { inputs.push_back(word); });
  if (inputs.empty()) throw UsageError("name a graph, for example urand:20:w=int");
  for (const std::string& input : inputs) {
    const Lists lists = read(input);
    std::printf("%s: %d nodes, %zu directed edges\n", input.c_str(), lists.numNodes,
                lists.src.size());
    for (const bool extra : {false, true}) measure(lists, extra);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("match_cost", [&] { run(argc, argv); }, ExitsWith<DeviceError>{kExitCuda});
}
