// Shared memory, barriers, fences and local memory.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "device_array.cuh"

extern __shared__ int dynamic_ints[];
__global__ void reverse(int* o) {
  dynamic_ints[threadIdx.x] = threadIdx.x;
  __syncthreads();
  o[threadIdx.x] = dynamic_ints[blockDim.x - 1 - threadIdx.x];
}

TEST(SharedMemory, MayBeDynamicAndDeclaredOutsideOfTheKernel) {
  DeviceArray<int> d(64);
  reverse<<<1, 64, 64 * sizeof(int)>>>(d);
  EXPECT_EQ(d.value(0), 63);
  EXPECT_EQ(d.value(63), 0);
}

template <class T>
__global__ void rotate(T* o) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* s = reinterpret_cast<T*>(raw);
  s[threadIdx.x] = T(threadIdx.x) * 2;
  __syncthreads();
  o[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}

TEST(SharedMemory, MayBeDynamicAndDeclaredInATemplate) {
  DeviceArray<double> d(32);
  rotate<double><<<1, 32, 32 * sizeof(double)>>>(d);
  EXPECT_EQ(d.value(0), 2.0);
  DeviceArray<short> e(32);
  rotate<short><<<1, 32, 32 * sizeof(short)>>>(e);
  EXPECT_EQ(e.value(30), 62);
}

template <int B>
__global__ void transpose(const float* in, float* out, int width) {
  __shared__ float tile[B][B + 1], extra;
  int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
  if (threadIdx.x == 0 && threadIdx.y == 0) extra = 1.0f;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * B + threadIdx.x;
  y = blockIdx.x * B + threadIdx.y;
  out[y * width + x] = tile[threadIdx.x][threadIdx.y] + extra;
}

TEST(SharedMemory, MayHaveTwoDimensionsAndSeveralVariablesInOneDeclaration) {
  std::vector<float> values(64 * 64);
  std::iota(values.begin(), values.end(), 0.0f);
  DeviceArray<float> in(values), out(64 * 64);
  transpose<16><<<dim3(4, 4), dim3(16, 16)>>>(in, out, 64);
  EXPECT_EQ(out.value(1), 65);
  EXPECT_EQ(out.value(64), 2);
}

template <class T>
__device__ T block_maximum(T v) {
  __shared__ T reduced[8];
  __shared__ struct {
    int n;
    T best;
  } state;
  const int warp = threadIdx.x / 32;
  for (int d = 16; d; d >>= 1) v = max(v, __shfl_xor_sync(0xffffffffu, v, d));
  if (threadIdx.x % 32 == 0) reduced[warp] = v;
  if (threadIdx.x == 0) state.n = blockDim.x / 32;
  __syncthreads();
  if (threadIdx.x == 0) {
    T best = reduced[0];
    for (int i = 1; i < state.n; i++) best = max(best, reduced[i]);
    state.best = best;
  }
  __syncthreads();
  const T result = state.best;
  __syncthreads();
  return result;
}
__global__ void maxima(int* o, float* f) {
  const int a = block_maximum((int)threadIdx.x * 3);
  const float b = block_maximum(threadIdx.x * 0.5f);
  const int c = block_maximum(-(int)threadIdx.x);
  if (!threadIdx.x) {
    o[0] = a;
    f[0] = b;
    o[1] = c;
  }
}

TEST(SharedMemory, MayBeDeclaredInDeviceFunctionTemplates) {
  DeviceArray<int> d(2, -5);
  DeviceArray<float> f(1);
  maxima<<<1, 256>>>(d, f);
  EXPECT_EQ(d.values(), (std::vector<int>{765, 0}));
  EXPECT_EQ(f.value(0), 127.5f);
}

__global__ void volatile_and_static(const int* in, int* out) {
  static __shared__ volatile int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int half = 64; half; half /= 2) {
    if (t < half) s[t] = s[t] + s[t + half];
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}

TEST(SharedMemory, MayBeVolatileOrStatic) {
  DeviceArray<int> in(std::vector<int>(128, 2)), out(1);
  volatile_and_static<<<1, 128>>>(in, out);
  EXPECT_EQ(out.value(0), 256);
}

__global__ void count_blocks(int* o) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = blockIdx.x;
  __syncthreads();
  o[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

TEST(SharedMemory, BelongsToOneBlock) {
  DeviceArray<int> d(100 * 33);
  count_blocks<<<100, 33>>>(d);
  const std::vector<int> values = d.values();
  for (int i = 0; i < 100 * 33; i++) ASSERT_EQ(values[i], i / 33);
}

__global__ void votes(int* o) {
  const int c = __syncthreads_count(threadIdx.x % 2);
  const int a = __syncthreads_and(threadIdx.x < 64);
  const int b = __syncthreads_and(threadIdx.x < 63);
  const int r = __syncthreads_or(threadIdx.x == 63);
  const int n = __syncthreads_or(threadIdx.x == 64);
  if (threadIdx.x == 5) {
    o[0] = c;
    o[1] = a != 0;
    o[2] = b != 0;
    o[3] = r != 0;
    o[4] = n != 0;
  }
}

TEST(Barrier, CountsAndCombinesPredicates) {
  DeviceArray<int> d(5);
  votes<<<1, 64>>>(d);
  EXPECT_EQ(d.values(), (std::vector<int>{32, 1, 0, 1, 0}));
}

__global__ void scan_doubled(const int* in, int* out, int n) {
  extern __shared__ int both[];
  const int t = threadIdx.x;
  int to = 0, from = 1;
  both[t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    both[to * n + t] = both[from * n + t] + (t >= offset ? both[from * n + t - offset] : 0);
    __syncthreads();
  }
  out[t] = both[to * n + t];
}

TEST(Barrier, OrdersTheStepsOfAPrefixSum) {
  std::vector<int> values(1024), want(1024);
  for (int i = 0; i < 1024; i++) values[i] = i % 7;
  std::partial_sum(values.begin(), values.end() - 1, want.begin() + 1);
  DeviceArray<int> in(values), out(1024);
  scan_doubled<<<1, 1024, 2 * 1024 * sizeof(int)>>>(in, out, 1024);
  EXPECT_EQ(out.values(), want);
}

__global__ void matrix_product(const float* a, const float* b, float* c, int n) {
  __shared__ float A[16][16], B[16][16];
  const int r = blockIdx.y * 16 + threadIdx.y, q = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    A[threadIdx.y][threadIdx.x] = a[r * n + k + threadIdx.x];
    B[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + q];
    __syncthreads();
    for (int j = 0; j < 16; j++) sum += A[threadIdx.y][j] * B[j][threadIdx.x];
    __syncthreads();
  }
  c[r * n + q] = sum;
}

TEST(Barrier, OrdersTheTilesOfAMatrixProduct) {
  const int n = 64;
  std::vector<float> identity(n * n, 0.0f), values(n * n);
  for (int i = 0; i < n; i++) identity[i * n + i] = 1.0f;
  std::iota(values.begin(), values.end(), 0.0f);
  DeviceArray<float> a(values), b(identity), c(n * n);
  matrix_product<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c, n);
  EXPECT_EQ(c.values(), values);
}

__device__ unsigned int blocks_done;
__global__ void sum_by_last_block(const int* in, int* partial, int* out, int n) {
  __shared__ int s[128];
  __shared__ bool last;
  const int t = threadIdx.x;
  int v = 0;
  for (int i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x) v += in[i];
  s[t] = v;
  __syncthreads();
  for (int d = 64; d; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(&blocks_done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    int r = 0;
    for (unsigned b = 0; b < gridDim.x; b++) r += partial[b];
    *out = r;
  }
}

// Every thread writes and then executes a fence. One barrier separates these fences from the atomic
// function. Another barrier separates the atomic function from the fences of the last block.
__device__ unsigned int blocks_ready;
__global__ void negate_by_last_block(int* values, int n) {
  __shared__ unsigned int ticket;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    values[i] += i;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) ticket = atomicInc(&blocks_ready, gridDim.x - 1);
  __syncthreads();
  if (ticket != gridDim.x - 1) return;
  __threadfence();
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = -values[i];
}

TEST(Fence, PublishesTheWritesOfAllThreadsOfABlock) {
  DeviceArray<int> values(std::vector<int>(500, 1));
  for (int launch = 0; launch < 2; launch++) negate_by_last_block<<<4, 64>>>(values, 500);
  for (int i = 0; i < 500; i++) EXPECT_EQ(values.value(i), -(-(1 + i) + i));
}

// Only thread 0 of a block executes fences. Barriers order the accesses of the other threads.
__device__ unsigned int blocks_written;
__global__ void negate_with_fences_of_one_thread(int* values, int n) {
  __shared__ bool last;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    values[i] += i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(&blocks_written, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  for (int i = threadIdx.x; last && i < n; i += blockDim.x) values[i] = -values[i];
}

TEST(Fence, OfOneThreadIsEnoughIfBarriersOrderTheOtherThreads) {
  DeviceArray<int> values(std::vector<int>(500, 1));
  negate_with_fences_of_one_thread<<<4, 64>>>(values, 500);
  for (int i = 0; i < 500; i++) EXPECT_EQ(values.value(i), -(1 + i));
}

// Each block waits only for the block that started before it. The fourth block must read what the
// first block wrote, although the fourth block never reads the flag of the first block.
__device__ unsigned int flags[4], started;
__global__ void pass_on(int* values, int* first) {
  const unsigned int turn = atomicAdd(&started, 1u);
  if (turn == 0) *first = 7;
  if (turn > 0) {
    while (atomicAdd(&flags[turn - 1], 0u) == 0) {
    }
    __threadfence();
  }
  values[turn] = turn == 3 ? *first : 0;
  __threadfence();
  atomicExch(&flags[turn], 1u);
}

TEST(Fence, MakesAWriteVisibleThroughAChainOfBlocks) {
  const unsigned int none[4] = {};
  ASSERT_EQ(cudaMemcpyToSymbol(flags, none, sizeof none), cudaSuccess);
  ASSERT_EQ(cudaMemcpyToSymbol(started, none, sizeof none[0]), cudaSuccess);
  DeviceArray<int> values(4), first(1);
  pass_on<<<4, 1>>>(values, first);
  EXPECT_EQ(values.value(3), 7);
}

TEST(Fence, LetsTheLastBlockFinishTheWork) {
  const unsigned int zero = 0;
  ASSERT_EQ(cudaMemcpyToSymbol(blocks_done, &zero, sizeof zero), cudaSuccess);
  std::vector<int> values(10000);
  std::iota(values.begin(), values.end(), 0);
  DeviceArray<int> in(values), partial(16), out(1);
  sum_by_last_block<<<16, 128>>>(in, partial, out, 10000);
  EXPECT_EQ(out.value(0), 9999 * 10000 / 2);
}

__global__ void large_local_array(int* o) {
  int local[4096];
  for (int i = 0; i < 4096; i++) local[i] = threadIdx.x + i;
  int sum = 0;
  for (int i = 0; i < 4096; i += 1024) sum += local[i];
  o[threadIdx.x] = sum;
}

TEST(LocalMemory, HasSpaceForLargeArrays) {
  DeviceArray<int> d(64);
  large_local_array<<<1, 64>>>(d);
  EXPECT_EQ(d.value(2), 4 * 2 + 1024 + 2048 + 3072);
}
