// The host code of LD-GPU: one host thread per GPU runs Algorithm 2 of the paper.
#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <thread>

#include "extensions/common/memory_limit.cuh"
#include "extensions/common/partition.hpp"
#include "extensions/multi_gpu_ld/paper_engine.cuh"
#include "extensions/multi_gpu_ld/paper_kernels.cuh"

namespace handshake::ld {
namespace {

constexpr EdgeIndex kMostBlocks = 4096;

int blocks_for(EdgeIndex threads) {
  const EdgeIndex blocks = (threads + kPaperBlockSize - 1) / kPaperBlockSize;
  return static_cast<int>(std::clamp<EdgeIndex>(blocks, 1, kMostBlocks));
}

// Thrown by a thread that stops because another thread has failed.
struct GivenUp {};

// Times one component: the destructor adds the time since the construction to the total of the
// component.
class ComponentClock {
 public:
  ComponentClock(Measures& measures, const char* name)
      : total_(measures.component_milliseconds[name]), start_(std::chrono::steady_clock::now()) {}
  ~ComponentClock() {
    total_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
                  .count();
  }

 private:
  double& total_;
  std::chrono::steady_clock::time_point start_;
};

// Adds up the degrees of the nodes begin .. end - 1 that have no mate; one thread per node.
//   out  sum   by atomicAdd, one per warp
__global__ void sum_degrees_gpu(Node begin, Node end, const EdgeIndex* offsets, const Node* mate,
                                unsigned long long* sum) {
  unsigned long long mine = 0;
  for (EdgeIndex v = begin + EdgeIndex{blockIdx.x} * blockDim.x + threadIdx.x; v < end;
       v += EdgeIndex{gridDim.x} * blockDim.x) {
    if (mate[v] < 0) mine += offsets[v + 1] - offsets[v];
  }
  mine = warp_sum(mine);
  if (lane_of_thread() == 0 && mine > 0) atomicAdd(sum, mine);
}

EdgeIndex largest_batch(const CsrGraph& graph, const std::vector<Node>& borders) {
  EdgeIndex largest = 0;
  for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
    largest = std::max(largest, graph.offsets[borders[b + 1]] - graph.offsets[borders[b]]);
  }
  return largest;
}

std::int64_t bytes_needed(Node numNodes, EdgeIndex largest_batch) {
  const std::int64_t a_node = sizeof(EdgeIndex) + 2 * sizeof(Node);
  const std::int64_t an_edge = sizeof(Node) + sizeof(std::int32_t);
  return (numNodes + 1ll) * a_node + 2 * largest_batch * an_edge + 64;
}

}  // namespace

// Returns the number of batches from the options. If the options do not set this number, returns
// the first of the numbers 1, 2, 3 .. 16, 32, 64 .. with which two buffers fit into the memory.
int PaperEngine::choose_batches(const Options& options, const std::vector<Node>& borders) const {
  const std::int64_t limit = memory_limit(options.memory);
  const int first = std::max(options.batches, 1);
  const int last = options.batches > 0 ? options.batches : 1 << 20;
  std::int64_t needed = 0;
  for (int batches = first; batches <= last; batches = batches < 16 ? batches + 1 : batches * 2) {
    EdgeIndex largest = 0;
    for (std::size_t p = 0; p + 1 < borders.size(); ++p) {
      largest = std::max(largest, largest_batch(graph_, cut_by_edges(graph_, borders[p],
                                                                     borders[p + 1], batches, 1)));
    }
    needed = bytes_needed(graph_.numNodes, largest);
    if (needed <= limit) return batches;
  }
  throw DeviceError("a GPU may use " + std::to_string(limit) + " bytes and needs at least " +
                    std::to_string(needed) + " for the nodes and two batches; give more -memory " +
                    (options.batches > 0 ? "or more -batches" : "or more GPUs"));
}

PaperEngine::PaperEngine(const CsrGraph& graph, const Options& options)
    : graph_(graph),
      options_(options),
      weights_(graph),
      gathering_(options.gpus),
      communicators_(options.gpus) {
  const std::vector<Node> borders = cut_by_edges(graph, 0, graph.numNodes, options.gpus, 1);
  const int batches = choose_batches(options, borders);
  for (int p = 0; p < options.gpus; ++p) {
    CUDA_CHECK(cudaSetDevice(p));
    gpus_.push_back(std::make_unique<PaperGpu>());
    gpus_[p]->device = p;
    gpus_[p]->borders = cut_by_edges(graph, borders[p], borders[p + 1], batches, 1);
    prepare(*gpus_[p], batches);
  }
}

void PaperEngine::prepare(PaperGpu& gpu, int batches) {
  const std::size_t largest = largest_batch(graph_, gpu.borders);
  gpu.offsets = DeviceArray<EdgeIndex>(graph_.offsets.size());
  if (gpu.offsets.size() > 0) {
    CUDA_CHECK(cudaMemcpy(gpu.offsets.data(), graph_.offsets.data(),
                          gpu.offsets.size() * sizeof(EdgeIndex), cudaMemcpyHostToDevice));
  }
  for (int buffer = 0; buffer < std::min(batches, 2); ++buffer) {
    gpu.neighbors[buffer] = DeviceArray<Node>(largest);
    gpu.weight_bits[buffer] = DeviceArray<std::int32_t>(largest);
  }
  gpu.pointers = DeviceArray<Node>(graph_.numNodes);
  gpu.mate = DeviceArray<Node>(graph_.numNodes);
  gpu.new_mates = DeviceArray<int>(1);
  gpu.edges_read = DeviceArray<unsigned long long>(1);
}

// LOADBATCH. A batch that is still in its buffer is not loaded again. So with one or two batches,
// the graph stays on the device.
void PaperEngine::load_batch(PaperGpu& gpu, int b) {
  const int buffer = b % 2;
  if (gpu.loaded[buffer] == b) return;
  const EdgeIndex begin = graph_.offsets[gpu.borders[b]];
  const std::size_t edges = graph_.offsets[gpu.borders[b + 1]] - begin;
  gpu.loaded[buffer] = b;
  if (edges == 0) return;
  const cudaStream_t stream = gpu.streams[buffer].get();
  CUDA_CHECK(cudaMemcpyAsync(gpu.neighbors[buffer].data(), graph_.neighbors.data() + begin,
                             edges * sizeof(Node), cudaMemcpyHostToDevice, stream));
  CUDA_CHECK(cudaMemcpyAsync(gpu.weight_bits[buffer].data(), weights_.bits() + begin,
                             edges * sizeof(std::int32_t), cudaMemcpyHostToDevice, stream));
  gpu.measures.edges_from_host += edges;
}

template <class Ties>
void PaperEngine::set_pointers(PaperGpu& gpu, int b, const Ties& ties) {
  const int buffer = b % 2;
  const Node begin = gpu.borders[b];
  const Batch batch{begin,
                    gpu.borders[b + 1],
                    graph_.offsets[begin],
                    gpu.offsets.data(),
                    gpu.neighbors[buffer].data(),
                    gpu.weight_bits[buffer].data()};
  set_pointers_gpu<<<blocks_for((batch.end - batch.begin) * EdgeIndex{kWarpSize}), kPaperBlockSize,
                     0, gpu.streams[buffer].get()>>>(batch, ties, gpu.mate.data(),
                                                     gpu.pointers.data());
  CUDA_CHECK(cudaGetLastError());
}

// With -components, counts the edges of the nodes that look for a mate in this pass.
void PaperEngine::count_edges_read(PaperGpu& gpu) {
  if (!options_.components) return;
  const cudaStream_t stream = gpu.streams[0].get();
  CUDA_CHECK(cudaMemsetAsync(gpu.edges_read.data(), 0, sizeof(unsigned long long), stream));
  sum_degrees_gpu<<<blocks_for(gpu.end() - gpu.begin()), kPaperBlockSize, 0, stream>>>(
      gpu.begin(), gpu.end(), gpu.offsets.data(), gpu.mate.data(), gpu.edges_read.data());
  CUDA_CHECK(cudaGetLastError());
  unsigned long long edges = 0;
  CUDA_CHECK(
      cudaMemcpyAsync(&edges, gpu.edges_read.data(), sizeof edges, cudaMemcpyDeviceToHost, stream));
  gpu.streams[0].wait();
  gpu.measures.edges_read_in_pass.push_back(static_cast<std::int64_t>(edges));
}

// Combines the arrays of all GPUs in place, after the host threads of all GPUs have arrived.
void PaperEngine::all_reduce(PaperGpu& gpu, void* data, std::size_t count, ncclDataType_t type,
                             ncclRedOp_t operation) {
  if (!gathering_.meet()) throw GivenUp();
  NCCL_CHECK(ncclAllReduce(data, data, count, type, operation, communicators_.of(gpu.device),
                           gpu.streams[0].get()));
}

// Waits until the first stream has done its work, and checks for failures meanwhile: if another GPU
// has failed, the work of this stream would never end. NCCL reports a failed link only if the host
// calls ncclCommGetAsyncError.
void PaperEngine::wait_for_all_reduce(PaperGpu& gpu) {
  for (;;) {
    const cudaError_t state = cudaStreamQuery(gpu.streams[0].get());
    if (state == cudaSuccess) return;
    if (state != cudaErrorNotReady) CUDA_CHECK(state);
    ncclResult_t failure = ncclSuccess;
    NCCL_CHECK(ncclCommGetAsyncError(communicators_.of(gpu.device), &failure));
    NCCL_CHECK(failure);
    if (gathering_.given_up()) throw GivenUp();
    std::this_thread::yield();
  }
}

// If components are measured, waits for the slowest GPU; this waiting is a component of its own.
void PaperEngine::wait_for_each_other(PaperGpu& gpu) {
  if (!options_.components) return;
  const ComponentClock clock(gpu.measures, "synchronization");
  all_reduce(gpu, gpu.edges_read.data(), 1, ncclInt64, ncclMax);
  wait_for_all_reduce(gpu);
}

// Algorithm 2, the part of one GPU. The line numbers are those of the paper.
template <class TiesOf>
void PaperEngine::match(PaperGpu& gpu, const TiesOf& ties_of) {
  CUDA_CHECK(cudaSetDevice(gpu.device));
  const int batches = static_cast<int>(gpu.borders.size()) - 1;
  const std::size_t node_bytes = static_cast<std::size_t>(graph_.numNodes) * sizeof(Node);
  const cudaStream_t stream = gpu.streams[0].get();
  gpu.measures = {};
  CUDA_CHECK(cudaMemsetAsync(gpu.mate.data(), 0xff, node_bytes, stream));
  gpu.streams[0].wait();
  for (int new_mates = 1; new_mates > 0;) {  // line 2
    CUDA_CHECK(cudaMemsetAsync(gpu.pointers.data(), 0xff, node_bytes, stream));
    CUDA_CHECK(cudaMemsetAsync(gpu.new_mates.data(), 0, sizeof(int), stream));
    gpu.streams[0].wait();
    count_edges_read(gpu);
    for (int b = 0; b < batches; ++b) {  // line 3
      {
        const ComponentClock clock(gpu.measures, "transfer");
        load_batch(gpu, b);  // lines 4, 5
        if (options_.components) gpu.streams[b % 2].wait();
      }
      const ComponentClock clock(gpu.measures, "pointing");
      set_pointers(gpu, b, ties_of(gpu));  // line 6
      if (options_.components || b + 1 == batches) {
        gpu.streams[0].wait();
        gpu.streams[1].wait();
      }
    }
    wait_for_each_other(gpu);
    {
      const ComponentClock clock(gpu.measures, "exchange");
      all_reduce(gpu, gpu.pointers.data(), graph_.numNodes, ncclInt32, ncclMax);  // line 7
      wait_for_all_reduce(gpu);
    }
    {
      const ComponentClock clock(gpu.measures, "matching");
      set_mates_gpu<<<blocks_for(gpu.end() - gpu.begin()), kPaperBlockSize, 0, stream>>>(
          gpu.begin(), gpu.end(), gpu.pointers.data(), gpu.mate.data(),
          gpu.new_mates.data());  // line 8
      CUDA_CHECK(cudaGetLastError());
      gpu.streams[0].wait();
    }
    wait_for_each_other(gpu);
    {
      const ComponentClock clock(gpu.measures, "exchange");
      all_reduce(gpu, gpu.mate.data(), graph_.numNodes, ncclInt32, ncclMax);  // line 9
      all_reduce(gpu, gpu.new_mates.data(), 1, ncclInt32, ncclSum);
      wait_for_all_reduce(gpu);
      CUDA_CHECK(
          cudaMemcpy(&new_mates, gpu.new_mates.data(), sizeof new_mates, cudaMemcpyDeviceToHost));
    }
    ++gpu.measures.passes;
  }
}

Measures PaperEngine::run() {
  Measures measures;
  if (graph_.numNodes == 0) return measures;
  if (gathering_.given_up()) throw DeviceError("an earlier run has failed; make a new engine");
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::exception_ptr> faults(gpus_.size());
  std::vector<std::thread> threads;
  for (std::size_t p = 0; p < gpus_.size(); ++p) {  // line 1
    threads.emplace_back([this, p, &faults] {
      PaperGpu& gpu = *gpus_[p];
      try {
        switch (options_.ties) {
          case TieRule::kIndex:
            match(gpu, [](PaperGpu&) { return IndexTies{}; });
            break;
          case TieRule::kHash:
            match(gpu, [](PaperGpu& g) { return HashTies<OwnNodes>{{g.offsets.data()}}; });
            break;
          case TieRule::kDegree:
            match(gpu, [](PaperGpu& g) { return DegreeTies<OwnNodes>{{g.offsets.data()}}; });
            break;
        }
      } catch (const GivenUp&) {
      } catch (...) {
        faults[p] = std::current_exception();
        gathering_.give_up();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (gathering_.given_up()) communicators_.abort();
  for (const std::exception_ptr& fault : faults) {
    if (fault) std::rethrow_exception(fault);
  }
  const double milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  for (const std::unique_ptr<PaperGpu>& gpu : gpus_) {
    measures.passes = gpu->measures.passes;
    measures.edges_from_host += gpu->measures.edges_from_host;
    measures.edges_read_in_pass.resize(gpu->measures.edges_read_in_pass.size());
    for (std::size_t pass = 0; pass < measures.edges_read_in_pass.size(); ++pass) {
      measures.edges_read_in_pass[pass] += gpu->measures.edges_read_in_pass[pass];
    }
    for (const auto& [name, ms] : gpu->measures.component_milliseconds) {
      measures.component_milliseconds[name] = std::max(measures.component_milliseconds[name], ms);
    }
  }
  measures.milliseconds = milliseconds;
  return measures;
}

Buffer<Node> PaperEngine::matches() {
  Buffer<Node> result(graph_.numNodes);
  if (graph_.numNodes == 0) return result;
  CUDA_CHECK(cudaSetDevice(gpus_[0]->device));
  CUDA_CHECK(cudaMemcpy(result.data(), gpus_[0]->mate.data(), result.size() * sizeof(Node),
                        cudaMemcpyDeviceToHost));
  return result;
}

}  // namespace handshake::ld
