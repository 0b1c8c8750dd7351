// Checks that the GPUs can do what is asked, and makes the engine.
#include <stdexcept>
#include <string>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/multi_gpu_ld/fast_engine.cuh"
#include "extensions/multi_gpu_ld/paper_engine.cuh"
#include "extensions/multi_gpu_ld/streamed_engine.cuh"

namespace handshake {
namespace {

void check_gpus(int wanted) {
  int there = 0;
  const cudaError_t error = cudaGetDeviceCount(&there);
  if (error != cudaSuccess || there == 0) {
    throw DeviceError(std::string("no GPU can be used (") + cudaGetErrorString(error) +
                      "); on a machine without one, build with BACKEND=cpu and GPUs are pretended");
  }
  if (wanted < 1 || wanted > kMaxParts) {
    throw DeviceError("-gpus must be 1 to " + std::to_string(kMaxParts));
  }
  if (wanted > there) {
    throw DeviceError(std::to_string(wanted) + " GPUs were asked for and " + std::to_string(there) +
                      " are there; ask for fewer with -gpus");
  }
}

// The kernels of GPU `from`, which is current, write into the memory of GPU `to`, in the last phase
// by atomic operations. Over PCIe the first may be possible where the second is not.
void connect(int from, int to) {
  const auto refuse = [&](const std::string& what, const std::string& why) {
    throw DeviceError("GPU " + std::to_string(from) + " cannot " + what + " the memory of GPU " +
                      std::to_string(to) + " (" + why + "); use -engine paper or fewer GPUs");
  };
  const cudaError_t error = cudaDeviceEnablePeerAccess(to, 0);
  if (error != cudaSuccess) cudaGetLastError();  // forget it
  if (error != cudaSuccess && error != cudaErrorPeerAccessAlreadyEnabled) {
    refuse("reach", cudaGetErrorString(error));
  }
  int has_atomics = 0;
  CUDA_CHECK(
      cudaDeviceGetP2PAttribute(&has_atomics, cudaDevP2PAttrNativeAtomicSupported, from, to));
  if (has_atomics == 0) refuse("change words in", "the link has no atomic operations");
}

void connect_all(int gpus) {
  for (int from = 0; from < gpus; ++from) {
    CUDA_CHECK(cudaSetDevice(from));
    for (int to = 0; to < gpus; ++to) {
      if (to != from) connect(from, to);
    }
  }
}

// Only the flags of the program are checked elsewhere.
void check_passes(int passes) {
  if (passes >= -1 && passes <= kMaxPasses) return;
  throw std::invalid_argument("LdOptions.passes is " + std::to_string(passes) +
                              " and must be -1 to " + std::to_string(kMaxPasses));
}

}  // namespace

std::unique_ptr<LdEngine> make_engine(const CsrGraph& graph, const LdOptions& options) {
  check_gpus(options.gpus);
  check_passes(options.passes);
  if (options.engine == EngineKind::kPaper) return std::make_unique<PaperEngine>(graph, options);
  connect_all(options.gpus);
  if (options.batches <= 1 && FastEngine::fits({&graph, nullptr}, options)) {
    return std::make_unique<FastEngine>(graph, options);
  }
  return std::make_unique<StreamedEngine>(graph, options);
}

}  // namespace handshake
