// The host code of GpuGraph: checks and converts what is not as the engine needs it.
#include <algorithm>
#include <mutex>
#include <random>
#include <string>
#include <utility>

#include "extensions/common/copies.cuh"
#include "extensions/common/device_weights.hpp"
#include "extensions/multi_gpu_ld/fast_engine.cuh"
#include "extensions/multi_gpu_ld/gpu_graph.hpp"
#include "extensions/multi_gpu_ld/graph_kernels.cuh"
#include "gpu/current_device.cuh"

namespace handshake::ld {
namespace {

using graph::Span;
using graph::View;

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), std::int64_t threads, const Arguments&... arguments) {
  const std::int64_t blocks = std::clamp<std::int64_t>(threads / kCheckBlock + 1, 1, 1 << 20);
  kernel<<<static_cast<unsigned>(blocks), kCheckBlock>>>(arguments...);
  CUDA_CHECK(cudaGetLastError());
}

template <class T>
T to_host(const T* from) {
  T value;
  CUDA_CHECK(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

// Throws DeviceMemoryError if the current GPU has too little memory.
void need_memory(std::int64_t needed, const char* what) {
  std::size_t free_bytes = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
  if (needed <= static_cast<std::int64_t>(free_bytes)) return;
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  throw DeviceMemoryError("GPU " + std::to_string(device) + " has " + std::to_string(free_bytes) +
                          " bytes of free memory, but " + what + " needs " +
                          std::to_string(needed) + "; free memory, or match the graph on the CPU");
}

// A copy of a graph on the current GPU in the memory of the host.
struct HostCopy {
  explicit HostCopy(const View& graph) : view(graph) {
    std::visit([&](const auto& span) { view.offsets = copy(span, &offsets); }, graph.offsets);
    view.neighbors = copy(graph.neighbors, &neighbors);
    std::visit(
        [&](const auto& span) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(span)>, graph::NoWeights>) {
            view.weights = copy(span, &weights);
          }
        },
        graph.weights);
  }

  View view;

 private:
  template <class T>
  static Span<T> copy(const Span<T>& from, Buffer<char>* to) {
    *to = Buffer<char>(from.size() * sizeof(T));
    if (!from.empty()) {
      CUDA_CHECK(cudaMemcpy(to->data(), from.data(), to->size(), cudaMemcpyDeviceToHost));
    }
    return {reinterpret_cast<const T*>(to->data()), from.size()};
  }

  Buffer<char> offsets, neighbors, weights;
};

class GraphOnGpu : public GpuGraph {
 public:
  GraphOnGpu(const View& on_device, int device) : view_(on_device), findings_(1) {
    arrays_.device = device;
    arrays_.nodes = view_.numNodes;
    arrays_.edges = view_.numEdges();
    arrays_.neighbors = view_.neighbors.data();
    clear_findings();
  }

  int device() const override { return arrays_.device; }

  void check(GraphCheck check, const Refuse& refuse) {
    need_memory(bytes_of_conversion(), "the conversion of the graph");
    check_offsets();
    bool is_right = sizes_fit() && findings().has_fault == 0;
    if (is_right) {
      widen_offsets();
      check_lists();
      check_weights();
      const Findings found = findings();
      // The engine needs finite weights, whatever the caller knows.
      is_right = found.has_fault == 0 && (check == GraphCheck::kLists || found.difference == 0);
    }
    if (!is_right) {
      const HostCopy copy(view_);
      refuse(copy.view, check);
      const DeviceWeights weights(copy.view);  // throws if a weight is not finite
      throw DeviceError("the GPU has found a fault of the graph, but the CPU has not");
    }
    convert_weights();
    make_engine();
  }

  // For a graph that was checked on the host.
  void prepare() {
    need_memory(bytes_of_conversion(), "the conversion of the graph");
    widen_offsets();
    check_weights();
    if (findings().has_fault != 0) {
      const HostCopy copy(view_);
      const DeviceWeights weights(copy.view);  // throws
    }
    convert_weights();
    make_engine();
  }

  void match(TieRule ties, int quality, Node* partners) override {
    check_scans(quality);
    if (arrays_.nodes == 0) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    const CurrentDevice current(arrays_.device);
    CUDA_CHECK(cudaDeviceSynchronize());
    if (quality > 0) need_memory((engine_->bytes_to_improve() / 95 + 1) * 100, "quality");
    engine_->run(ties);
    const Node* found = quality > 0 ? engine_->improved_on_gpu(quality) : engine_->matches_on_gpu();
    CUDA_CHECK(cudaMemcpy(partners, found, arrays_.nodes * sizeof(Node), cudaMemcpyDefault));
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  DeviceArray<char> own_offsets, own_neighbors, own_weights;  // of a copy from the host

 private:
  bool has_wide_offsets() const {
    return std::holds_alternative<Span<std::int64_t>>(view_.offsets);
  }
  bool has_floats() const { return std::holds_alternative<Span<float>>(view_.weights); }

  std::int64_t bytes_of_conversion() const {
    const std::int64_t of_offsets =
        has_wide_offsets() ? 0 : (std::int64_t{arrays_.nodes} + 1) * sizeof(EdgeIndex);
    return of_offsets + (has_floats() ? 0 : arrays_.edges * sizeof(std::int32_t));
  }

  bool sizes_fit() const {
    return std::visit(
        [&](const auto& span) {
          if constexpr (std::is_same_v<std::decay_t<decltype(span)>, graph::NoWeights>) {
            return true;
          } else {
            return static_cast<EdgeIndex>(span.size()) == arrays_.edges;
          }
        },
        view_.weights);
  }

  void clear_findings() { CUDA_CHECK(cudaMemset(findings_.data(), 0, sizeof(Findings))); }
  Findings findings() const { return to_host(findings_.data()); }

  void check_offsets() {
    std::visit(
        [&](const auto& offsets) {
          using Offset = typename std::decay_t<decltype(offsets)>::value_type;
          launch(check_offsets_gpu<Offset>, arrays_.nodes, offsets.data(), arrays_.nodes,
                 arrays_.edges, findings_.data());
        },
        view_.offsets);
  }

  void widen_offsets() {
    if (has_wide_offsets()) {
      arrays_.offsets = std::get<Span<std::int64_t>>(view_.offsets).data();
      return;
    }
    wide_offsets_ = DeviceArray<EdgeIndex>(static_cast<std::size_t>(arrays_.nodes) + 1);
    launch(widen_offsets_gpu<std::int32_t>, arrays_.nodes,
           std::get<Span<std::int32_t>>(view_.offsets).data(), arrays_.nodes, wide_offsets_.data());
    arrays_.offsets = wide_offsets_.data();
  }

  // Calls use(pointer) with the weights, or with a null pointer to floats if there are none.
  template <class Use>
  void with_weights(const Use& use) const {
    std::visit(
        [&](const auto& span) {
          if constexpr (std::is_same_v<std::decay_t<decltype(span)>, graph::NoWeights>) {
            use(static_cast<const float*>(nullptr));
          } else {
            use(span.data());
          }
        },
        view_.weights);
  }

  void check_lists() {
    std::random_device random;
    const unsigned long long secret = static_cast<unsigned long long>(random()) << 32 | random();
    with_weights([&](const auto* weights) {
      using Weight = std::remove_const_t<std::remove_pointer_t<decltype(weights)>>;
      launch(check_lists_gpu<Weight>, std::int64_t{arrays_.nodes} * kWarpSize, arrays_.offsets,
             arrays_.neighbors, weights, arrays_.nodes, secret, findings_.data());
    });
  }

  void check_weights() {
    with_weights([&](const auto* weights) {
      using Weight = std::remove_const_t<std::remove_pointer_t<decltype(weights)>>;
      if (weights == nullptr) return;
      launch(check_weights_on_gpu<Weight>, arrays_.edges, weights, arrays_.edges, findings_.data());
    });
  }

  void convert_weights() {
    const Findings found = findings();
    if (has_floats() && found.has_minus_zero == 0) {
      arrays_.weight_bits =
          reinterpret_cast<const std::int32_t*>(std::get<Span<float>>(view_.weights).data());
      return;
    }
    bits_ = DeviceArray<std::int32_t>(arrays_.edges);
    arrays_.weight_bits = bits_.data();
    if (found.is_inexact != 0) {
      const HostCopy copy(view_);
      const DeviceWeights ranks(copy.view);
      CUDA_CHECK(cudaMemcpy(bits_.data(), ranks.bits(), bits_.size() * sizeof(std::int32_t),
                            cudaMemcpyHostToDevice));
      return;
    }
    with_weights([&](const auto* weights) {
      using Weight = std::remove_const_t<std::remove_pointer_t<decltype(weights)>>;
      launch(convert_weights_gpu<Weight>, arrays_.edges, weights, arrays_.edges, bits_.data());
    });
  }

  void make_engine() {
    CUDA_CHECK(cudaDeviceSynchronize());
    need_memory(FastPart::state_bytes(arrays_.nodes, arrays_.nodes, arrays_.edges), "the matching");
    engine_ = std::make_unique<FastEngine>(arrays_, view_.weights, Options());
  }

  const View view_;
  GraphOnDevice arrays_;
  DeviceArray<Findings> findings_;
  DeviceArray<EdgeIndex> wide_offsets_;
  DeviceArray<std::int32_t> bits_;
  std::unique_ptr<FastEngine> engine_;
  std::mutex mutex_;
};

template <class T>
Span<T> copy_to_gpu(const Span<T>& from, DeviceArray<char>* to) {
  *to = DeviceArray<char>(from.size() * sizeof(T));
  if (!from.empty()) {
    CUDA_CHECK(cudaMemcpy(to->data(), from.data(), to->size(), cudaMemcpyHostToDevice));
  }
  return {reinterpret_cast<const T*>(to->data()), from.size()};
}

template <class Spans>
std::int64_t bytes_of(const Spans& spans) {
  return std::visit(
      [](const auto& span) -> std::int64_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(span)>, graph::NoWeights>) {
          return 0;
        } else {
          return static_cast<std::int64_t>(span.size() * sizeof(span[0]));
        }
      },
      spans);
}

void require(int device) {
  const int there = count_gpus();
  if (device >= 0 && device < there) return;
  throw DeviceError(there == 0 ? "no GPU can be used; match the graph on the CPU"
                               : "there is no GPU " + std::to_string(device) +
                                     ": the GPUs are 0 to " + std::to_string(there - 1));
}

}  // namespace

int count_gpus() {
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) == cudaSuccess) return gpus;
  cudaGetLastError();  // clears this error
  return 0;
}

int gpu_of(const void* memory) {
  cudaPointerAttributes attributes = {};
  if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    cudaGetLastError();
    return -1;
  }
  const bool is_on_gpu =
      attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
  return is_on_gpu ? attributes.device : -1;
}

std::unique_ptr<GpuGraph> GpuGraph::of_device(const View& on_device, int device, GraphCheck check,
                                              const Refuse& refuse) {
  require(device);
  const CurrentDevice current(device);
  CUDA_CHECK(cudaDeviceSynchronize());
  auto graph = std::make_unique<GraphOnGpu>(on_device, device);
  if (on_device.numNodes > 0) graph->check(check, refuse);
  return graph;
}

std::unique_ptr<GpuGraph> GpuGraph::of_host(const View& on_host, int device) {
  require(device);
  const CurrentDevice current(device);
  need_memory(bytes_of(on_host.offsets) + bytes_of(on_host.weights) +
                  on_host.numEdges() * static_cast<std::int64_t>(sizeof(Node)),
              "the graph");
  DeviceArray<char> offsets, neighbors, weights;
  View copy = on_host;
  std::visit([&](const auto& span) { copy.offsets = copy_to_gpu(span, &offsets); },
             on_host.offsets);
  copy.neighbors = copy_to_gpu(on_host.neighbors, &neighbors);
  std::visit(
      [&](const auto& span) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(span)>, graph::NoWeights>) {
          copy.weights = copy_to_gpu(span, &weights);
        }
      },
      on_host.weights);
  auto graph = std::make_unique<GraphOnGpu>(copy, device);
  graph->own_offsets = std::move(offsets);
  graph->own_neighbors = std::move(neighbors);
  graph->own_weights = std::move(weights);
  if (on_host.numNodes > 0) graph->prepare();
  return graph;
}

}  // namespace handshake::ld
