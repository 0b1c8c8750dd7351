// Shared memory at its limits. The numbers are those of an H100: 48 KiB of variables, and 227 KiB
// in all if cudaFuncSetAttribute has set this limit for the kernel.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "device_array.cuh"

namespace {

constexpr int kVariables = 48 << 10, kAll = 227 << 10;

// Fills all shared memory of the block, and counts the bytes that then differ from the written
// value.
template <int small, int large>
__global__ void fill(int* wrong, int dynamic_bytes) {
  extern __shared__ unsigned char dynamic[];
  __shared__ unsigned char first[small];
  __shared__ __align__(128) unsigned char second[large];
  const auto expected = [](int place, int i) { return (unsigned char)(place * 85 + i % 251); };
  for (int i = threadIdx.x; i < dynamic_bytes; i += blockDim.x) dynamic[i] = expected(0, i);
  for (int i = threadIdx.x; i < small; i += blockDim.x) first[i] = expected(1, i);
  for (int i = threadIdx.x; i < large; i += blockDim.x) second[i] = expected(2, i);
  __syncthreads();
  int count = 0;
  for (int i = threadIdx.x; i < dynamic_bytes; i += blockDim.x)
    count += dynamic[i] != expected(0, i);
  for (int i = threadIdx.x; i < small; i += blockDim.x) count += first[i] != expected(1, i);
  for (int i = threadIdx.x; i < large; i += blockDim.x) count += second[i] != expected(2, i);
  atomicAdd(wrong, count);
}

// Declares a separate shared variable for each number from n down to 1.
template <int n>
__device__ int sum_of_variables() {
  __shared__ int own;
  if (threadIdx.x == 0) own = n;
  __syncthreads();
  return own + sum_of_variables<n - 1>();
}
template <>
__device__ int sum_of_variables<0>() {
  return 0;
}
__global__ void use_many_variables(int* sum) {
  const int own = sum_of_variables<100>();
  if (threadIdx.x == 31) *sum = own;
}

template <class Kernel>
cudaError_t launch(Kernel kernel, int dynamic_bytes) {
  DeviceArray<int> wrong(1, 0);
  kernel<<<1, 64, dynamic_bytes>>>(wrong, dynamic_bytes);
  const cudaError_t error = cudaGetLastError();
  EXPECT_EQ(wrong.value(0), 0) << dynamic_bytes;
  return error;
}

template <class Kernel>
cudaError_t allow(Kernel kernel, int dynamic_bytes) {
  const cudaError_t error =
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, dynamic_bytes);
  cudaGetLastError();
  return error;
}

template <class Kernel>
cudaFuncAttributes attributes_of(Kernel kernel) {
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  return attributes;
}

template <class Kernel>
int resident_blocks(Kernel kernel, int dynamic_bytes) {
  int blocks = -1;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, dynamic_bytes),
            cudaSuccess);
  return blocks;
}

}  // namespace

TEST(SharedMemoryLimit, CountsVariablesAndDynamicMemoryTogether) {
  const auto kernel = fill<256, 768>;
  EXPECT_EQ(attributes_of(kernel).sharedSizeBytes, 1024u);
  EXPECT_EQ(attributes_of(kernel).maxDynamicSharedSizeBytes, kVariables - 1024);
  EXPECT_EQ(launch(kernel, kVariables - 1024), cudaSuccess);
  EXPECT_EQ(launch(kernel, kVariables - 1023), cudaErrorInvalidValue);
}

TEST(SharedMemoryLimit, CanBeRaisedToTheBytesThatTheVariablesLeaveFree) {
  const auto kernel = fill<512, 1536>;
  EXPECT_EQ(allow(kernel, kAll - 2047), cudaErrorInvalidValue);
  EXPECT_EQ(allow(kernel, -1), cudaErrorInvalidValue);
  EXPECT_EQ(attributes_of(kernel).maxDynamicSharedSizeBytes, kVariables - 2048);
  EXPECT_EQ(allow(kernel, kAll - 2048), cudaSuccess);
  EXPECT_EQ(launch(kernel, kAll - 2048), cudaSuccess);
  EXPECT_EQ(launch(kernel, kAll - 2047), cudaErrorInvalidValue);
}

TEST(SharedMemoryLimit, MayBeLowered) {
  const auto kernel = fill<384, 640>;
  EXPECT_EQ(allow(kernel, 100), cudaSuccess);
  EXPECT_EQ(launch(kernel, 100), cudaSuccess);
  EXPECT_EQ(launch(kernel, 101), cudaErrorInvalidValue);
  EXPECT_EQ(resident_blocks(kernel, 101), 0);
}

TEST(SharedMemoryLimit, IsUsedUpByTheLargestVariablesUntilItIsRaised) {
  const auto kernel = fill<16 << 10, 32 << 10>;
  EXPECT_EQ(attributes_of(kernel).maxDynamicSharedSizeBytes, 0);
  EXPECT_EQ(launch(kernel, 0), cudaSuccess);
  EXPECT_EQ(launch(kernel, 1), cudaErrorInvalidValue);
  EXPECT_EQ(allow(kernel, kAll - kVariables + 1), cudaErrorInvalidValue);
  EXPECT_EQ(allow(kernel, kAll - kVariables), cudaSuccess);
  EXPECT_EQ(launch(kernel, kAll - kVariables), cudaSuccess);
}

TEST(SharedMemoryLimit, DoesNotLimitTheNumberOfVariables) {
  DeviceArray<int> sum(1, 0);
  use_many_variables<<<1, 32>>>(sum);
  EXPECT_EQ(sum.value(0), 5050);
}

TEST(SharedMemoryLimit, DecidesHowManyBlocksAreResident) {
  const auto kernel = fill<1024, 47 << 10>;
  EXPECT_EQ(resident_blocks(kernel, 0), 4);
  EXPECT_EQ(resident_blocks(kernel, 60000), 0);
  EXPECT_EQ(allow(kernel, 60000), cudaSuccess);
  EXPECT_EQ(resident_blocks(kernel, 60000), 2);
}
