// Kernels that access memory in a known pattern, to compare the counters of CUDA on the CPU with
// those of Nsight Compute (see the script `sectors`). Above each kernel is a line "KERNEL name".
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "check.cuh"

// KERNEL copy
__global__ void copy(const int* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

// KERNEL copy_shifted
__global__ void copy_shifted(const int* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count - 1) to[i] = from[i + 1];
}

// KERNEL copy_every_second
__global__ void copy_every_second(const int* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i < count) to[i] = from[2 * i];
}

// KERNEL copy_columns
__global__ void copy_columns(const int* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i % 32 * (count / 32) + i / 32];
}

// KERNEL copy_four_at_once
__global__ void copy_four_at_once(const int4* from, int4* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count / 4) to[i] = from[i];
}

// KERNEL copy_bytes
__global__ void copy_bytes(const signed char* from, signed char* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

// KERNEL read_one_member
__global__ void read_one_member(const int4* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count / 4) to[i] = from[i].x;
}

// KERNEL gather
__global__ void gather(const int* from, const int* index, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[index[i]];
}

// KERNEL scatter
__global__ void scatter(const int* from, const int* index, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[index[i]] = from[i];
}

// KERNEL read_the_same
__global__ void read_the_same(const int* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[blockIdx.x];
}

// KERNEL blocks_of_elements
__global__ void blocks_of_elements(const int* from, int* to, int count) {
  const int threads = gridDim.x * blockDim.x;
  const int each = (count + threads - 1) / threads;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
#pragma unroll 1
  for (int i = first; i < first + each && i < count; i++) to[i] = from[i];
}

// KERNEL odd_lanes_only
__global__ void odd_lanes_only(const int* from, int* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && i % 2 == 1) to[i] = from[i];
}

// KERNEL count_in_bins
__global__ void count_in_bins(const int* index, int* bins, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&bins[index[i] % 256], 1);
}

int main() {
  constexpr int kCount = 1 << 15;
  constexpr int kBlock = 256, kBlocks = kCount / kBlock;
  std::vector<int> index(kCount);  // every number once; neighboring elements differ a lot
  for (int i = 0; i < kCount; i++) index[i] = i * 40503 % kCount;
  int *from, *to, *places;
  CHECK(cudaMalloc(&from, kCount * sizeof(int)));
  CHECK(cudaMalloc(&to, kCount * sizeof(int)));
  CHECK(cudaMalloc(&places, kCount * sizeof(int)));
  CHECK(cudaMemcpy(from, index.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(places, index.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(to, 0, kCount * sizeof(int)));
  copy<<<kBlocks, kBlock>>>(from, to, kCount);
  copy_shifted<<<kBlocks, kBlock>>>(from, to, kCount);
  copy_every_second<<<kBlocks, kBlock>>>(from, to, kCount);
  copy_columns<<<kBlocks, kBlock>>>(from, to, kCount);
  copy_four_at_once<<<kBlocks, kBlock>>>(reinterpret_cast<int4*>(from), reinterpret_cast<int4*>(to),
                                         kCount);
  copy_bytes<<<kBlocks, kBlock>>>(reinterpret_cast<signed char*>(from),
                                  reinterpret_cast<signed char*>(to), kCount);
  read_one_member<<<kBlocks, kBlock>>>(reinterpret_cast<int4*>(from), to, kCount);
  gather<<<kBlocks, kBlock>>>(from, places, to, kCount);
  scatter<<<kBlocks, kBlock>>>(from, places, to, kCount);
  read_the_same<<<kBlocks, kBlock>>>(from, to, kCount);
  blocks_of_elements<<<8, kBlock>>>(from, to, kCount);
  odd_lanes_only<<<kBlocks, kBlock>>>(from, to, kCount);
  count_in_bins<<<kBlocks, kBlock>>>(places, to, kCount);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  CHECK(cudaFree(places));
}
