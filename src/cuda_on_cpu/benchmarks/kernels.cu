// Usage: kernels cpu|clock. Small kernels, each of which shows one cost of running CUDA on a CPU.
// For each kernel, prints its name and the nanoseconds per operation, measured in the shortest of
// many repetitions. "cpu" measures processor time, which changes little on a busy machine; use it
// with one worker thread. "clock" measures real time.
#include <cuda_runtime.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "check.cuh"

static clockid_t measured_clock = CLOCK_MONOTONIC;

static double nanoseconds() {
  timespec now;
  clock_gettime(measured_clock, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

__global__ void do_nothing() {}

__global__ void add_vectors(const int* a, const int* b, int* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

__global__ void pass_barriers(int barriers) {
  for (int i = 0; i < barriers; i++) __syncthreads();
}

__global__ void shuffle_values(int* result, int times) {
  int value = threadIdx.x;
  for (int i = 0; i < times; i++) value += __shfl_xor_sync(0xffffffffu, value, 1 + i % 16);
  result[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void sum_blocks(const int* values, int* total, int count) {
  __shared__ int partial[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  partial[t] = i < count ? values[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(total, partial[0]);
}

__global__ void count_together(int* total, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    atomicAdd(total, 1);
  }
}

template <class Launch>
static void row(const char* name, double divisor, Launch launch) {
  const int repetitions = 15;
  double best = 1e30;
  for (int r = 0; r < repetitions; r++) {
    const double begin = nanoseconds();
    launch();
    const double took = nanoseconds() - begin;
    if (took < best) best = took;
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("%s %.3f\n", name, best / divisor);
}

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "cpu") == 0) measured_clock = CLOCK_PROCESS_CPUTIME_ID;
  const int count = 1 << 20;
  int *a, *b, *c;
  CHECK(cudaMalloc(&a, count * sizeof(int)));
  CHECK(cudaMalloc(&b, count * sizeof(int)));
  CHECK(cudaMalloc(&c, count * sizeof(int)));
  CHECK(cudaMemset(a, 1, count * sizeof(int)));
  CHECK(cudaMemset(b, 2, count * sizeof(int)));
  CHECK(cudaMemset(c, 0, count * sizeof(int)));

  row("launch_of_one_block", 200, [&] {
    for (int i = 0; i < 200; i++) do_nothing<<<1, 32>>>();
  });
  row("empty_thread", count, [&] { do_nothing<<<4096, 256>>>(); });
  row("vector_addition_per_thread", count, [&] { add_vectors<<<4096, 256>>>(a, b, c, count); });
  row("barrier_32_threads", 512 * 32 * 64, [&] { pass_barriers<<<512, 32>>>(64); });
  row("barrier_256_threads", 64 * 256 * 64, [&] { pass_barriers<<<64, 256>>>(64); });
  row("barrier_1024_threads", 64 * 1024 * 64, [&] { pass_barriers<<<64, 1024>>>(64); });
  row("first_barrier_of_a_block", 1024 * 256, [&] { pass_barriers<<<1024, 256>>>(1); });
  row("shuffle", 64 * 256 * 64, [&] { shuffle_values<<<64, 256>>>(c, 64); });
  row("tree_reduction_per_element", count, [&] { sum_blocks<<<4096, 256>>>(a, c, count); });
  row("atomic_addition_one_address", count, [&] { count_together<<<256, 256>>>(c, count); });

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return 0;
}
