// Launches: the configuration between <<< and >>>, its checks, and the run.
#include "cuda_on_cpu/runtime/launch.hpp"

#include <cstring>
#include <vector>

#include "cuda_on_cpu/runtime/access.hpp"
#include "cuda_on_cpu/runtime/address_space.hpp"
#include "cuda_on_cpu/runtime/block.hpp"
#include "cuda_on_cpu/runtime/faults.hpp"
#include "cuda_on_cpu/runtime/hooks.hpp"
#include "cuda_on_cpu/runtime/kernels.hpp"
#include "cuda_on_cpu/runtime/streams.hpp"
#include "cuda_on_cpu/runtime/symbols.hpp"

namespace cuda_on_cpu {

thread_local bool launches_cooperatively;
namespace {

struct Shape {
  const char* site;
  dim3 grid;
  dim3 block;
  size_t shared_bytes;
  cudaStream_t stream;
  bool used;
};

// The configurations of this thread's launches: a stack, because the arguments of a launch may
// contain calls that launch another kernel.
std::vector<Shape>& configurations() {
  static thread_local std::vector<Shape> stack;
  return stack;
}

std::atomic<uint32_t> launches{0};

uint64_t product(const dim3& size) {
  return uint64_t{size.x} * size.y * size.z;
}

bool valid_shape(const Shape& wanted) {
  constexpr uint32_t kMaxGrid = 65535, kMaxDepth = 64;
  const dim3 &grid = wanted.grid, &block = wanted.block;
  return product(block) >= 1 && product(block) <= kMaxThreadsPerBlock && block.z <= kMaxDepth &&
         product(grid) >= 1 && grid.x <= 0x7fffffffu && grid.y <= kMaxGrid && grid.z <= kMaxGrid &&
         grid.x != 0 && grid.y != 0 && grid.z != 0;
}

// Checks the configuration. If it is wrong, the kernel does not run, and cudaGetLastError reports
// the error, as in CUDA.
cudaError check(const Shape& wanted, const cuda_on_cpu_kernel& kernel) {
  if (!valid_shape(wanted)) return cudaErrorInvalidConfiguration;
  if (wanted.shared_bytes > most_dynamic_shared(kernel)) return cudaErrorInvalidValue;
  if (!is_valid_stream(wanted.stream)) return cudaErrorInvalidResourceHandle;
  return cudaSuccess;
}

void refuse(const Shape& wanted, const cuda_on_cpu_kernel& kernel, cudaError error) {
  remember(error);
  if (hooks != nullptr) {
    hooks->launch_refused(wanted.site, kernel.name, wanted.grid, wanted.block, wanted.shared_bytes);
  }
  Finding finding(Kind::unchecked_launch_error, {wanted.site, nullptr}, Severity::warning);
  const dim3 &grid = wanted.grid, &block = wanted.block;
  finding.message.add(
      "kernel %s did not run: %s for <<<(%u,%u,%u), (%u,%u,%u), %zu>>>, and the program did not "
      "ask for the error",
      kernel.name, cudaGetErrorString(error), grid.x, grid.y, grid.z, block.x, block.y, block.z,
      wanted.shared_bytes);
  finding.advice = error == cudaErrorInvalidValue
                       ? "a block has 48 KiB of shared memory, including the kernel's own "
                         "variables; cudaFuncSetAttribute allows more; call cudaGetLastError after "
                         "each launch"
                       : "a block has 1 to 1024 threads, and a grid has at least one block; call "
                         "cudaGetLastError after each launch";
  report_unless_asked(finding);
}

// Reports a kernel whose variables need too much shared memory. nvcc would not compile this kernel.
// So, unlike other launch errors, this one is reported even if the program calls cudaGetLastError.
void refuse_for_variables(const Shape& wanted, const cuda_on_cpu_kernel& kernel) {
  remember(cudaErrorLaunchOutOfResources);
  Finding finding(Kind::too_much_shared_memory, {kernel.site, nullptr});
  finding.message.add("kernel %s has %zu bytes of variables in shared memory (", kernel.name,
                      static_shared_bytes(kernel));
  for (const auto* variable = *kernel.shared; variable != nullptr; variable = variable->next) {
    finding.message.add("%s: %u%s", variable->name, variable->bytes,
                        variable->next != nullptr ? ", " : "");
  }
  finding.message.add("), but a block has %zu bytes for them", kStaticSharedBytes);
  finding.other.site = wanted.site;
  finding.other_text = "the launch:";
  finding.advice = "use smaller arrays; nvcc does not compile such a kernel";
  report(finding);
}

// Reports a write into a guard, which is memory directly before or after a __device__ array. The
// kernel has ended, so it is not known which thread wrote there.
void check_device_guards(const Launch& launch) {
  const char* written = written_device_guard();
  if (written == nullptr) return;
  const DeviceArray& array = nearest_device_array(written);
  Finding finding(Kind::out_of_bounds, {launch.kernel->site, nullptr});
  finding.kernel = launch.kernel->name;
  finding.launch_number = launch.number;
  finding.launch_site = launch.site;
  finding.message.add("kernel %s wrote outside of __device__ %s, which has %zu elements",
                      launch.kernel->name, array.name, array.bytes / array.element_bytes);
  finding.advice = "compare the index with the size of the array before using it";
  report(finding);
  cudaError none = cudaSuccess;
  launch.device->kernel_error.compare_exchange_strong(none, cudaErrorIllegalAddress);
}

class Running {
 public:
  explicit Running(Device& device) : device_(device) {
    const std::lock_guard<std::mutex> lock(device_.mutex);
    device_.running++;
  }
  ~Running() {
    const std::lock_guard<std::mutex> lock(device_.mutex);
    if (--device_.running == 0) device_.idle.notify_all();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Device& device_;
};

void run(const Shape& wanted, const cuda_on_cpu_kernel& kernel, const void* body, size_t body_bytes,
         const PointerArguments& arguments) {
  Device& here = current_device();
  const uint32_t number = ++launches;
  Launch launch{&kernel,
                body,
                body_bytes,
                wanted.site,
                wanted.stream,
                number,
                &here,
                here.peers,
                wanted.grid,
                wanted.block,
                product(wanted.grid),
                static_cast<uint32_t>(product(wanted.block)),
                wanted.shared_bytes,
                BlockOrder(product(wanted.grid), number),
                arguments,
                launches_cooperatively};
  prepare_thread_for_faults();
  const Running running(here);
  const SymbolsOfDevice symbols(here.index);
  const OpenForKernel open(here.index, launch.peers);
  if (hooks != nullptr) hooks->launch_begins(launch);
  run_on_all_workers(launch);
  if (hooks != nullptr) {
    hooks->launch_ends(launch);
  } else {
    check_device_guards(launch);
  }
}

}  // namespace
}  // namespace cuda_on_cpu

using namespace cuda_on_cpu;

extern "C" {

void cuda_on_cpu_push_configuration(const char* site, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream) {
  configurations().push_back({site, grid, block, shared_bytes, stream, false});
}

void cuda_on_cpu_pop_configuration() {
  configurations().pop_back();
}

void cuda_on_cpu_launch(cuda_on_cpu_kernel* kernel, const void* body, size_t bytes) {
  const PointerArguments arguments = take_pointer_arguments();
  if (answer_query(kernel)) return;
  if (configurations().empty() || configurations().back().used) {
    Finding finding(Kind::call_without_configuration, {kernel->site, nullptr});
    finding.message.add("kernel %s is called like an ordinary function", kernel->name);
    finding.advice = "launch it: write <<<blocks, threads>>> before the arguments";
    report(finding);
    remember(cudaErrorMissingConfiguration);
    return;
  }
  Shape& wanted = configurations().back();
  wanted.used = true;
  if (current_device().kernel_error != cudaSuccess) {
    remember(known_kernel_error(current_device()));
    return;
  }
  if (static_shared_bytes(*kernel) > kStaticSharedBytes) {
    return refuse_for_variables(wanted, *kernel);
  }
  const cudaError error = check(wanted, *kernel);
  if (error != cudaSuccess) return refuse(wanted, *kernel, error);
  run(wanted, *kernel, body, bytes, arguments);
}

}  // extern "C"
