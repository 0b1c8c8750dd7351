// Tests of the host API: the results of right calls and of wrong calls.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "device_array.cuh"

__global__ void square(int* values, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] *= values[i];
  }
}

TEST(Malloc, AlignsItsMemory) {
  for (size_t bytes : {1ul, 100ul, 4097ul, 3ul << 20}) {
    char* p = nullptr;
    ASSERT_EQ(cudaMalloc(&p, bytes), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<size_t>(p) % 256, 0u) << bytes;
    EXPECT_EQ(cudaMemset(p, 1, bytes), cudaSuccess);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
  }
}

TEST(Malloc, OfZeroBytesGivesNull) {
  int* p = reinterpret_cast<int*>(1);
  EXPECT_EQ(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST(Malloc, OfTooMuchMemoryIsAnErrorThatIsNotSticky) {
  int* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, size_t{1} << 60), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(Malloc, ReducesTheFreeMemoryOfTheDevice) {
  size_t before = 0, after = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  EXPECT_LE(before, total);
  char* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 8 << 20), cudaSuccess);
  ASSERT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
  EXPECT_GE(before - after, size_t{8} << 20);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
}

TEST(Malloc, CanBeRepeatedForeverIfTheMemoryIsFreed) {
  for (int i = 0; i < 70; i++) {
    char* p = nullptr;
    ASSERT_EQ(cudaMalloc(&p, size_t{1} << 30), cudaSuccess) << i;
    ASSERT_EQ(cudaFree(p), cudaSuccess) << i;
  }
}

TEST(Free, RefusesAnAddressAtWhichNoAllocationBegins) {
  int local = 0;
  EXPECT_EQ(cudaFree(&local), cudaErrorInvalidValue);
  int* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 64), cudaSuccess);
  EXPECT_EQ(cudaFree(p + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  cudaGetLastError();
}

TEST(Memcpy, CopiesInEveryDirection) {
  std::vector<int> a(1000, 7), b(1000, 0);
  DeviceArray<int> d(1000), e(1000);
  const size_t bytes = 1000 * sizeof(int);
  EXPECT_EQ(cudaMemcpy(d, a.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(e, d, bytes, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(b.data(), e, bytes, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(a, b);
  std::vector<int> c(1000);
  EXPECT_EQ(cudaMemcpy(c.data(), a.data(), bytes, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(c, a);
}

TEST(Memcpy, RefusesTheWrongDirection) {
  std::vector<int> a(10);
  DeviceArray<int> d(10);
  EXPECT_EQ(cudaMemcpy(d, a.data(), 40, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(a.data(), d, 40, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(d, a.data(), 40, static_cast<cudaMemcpyKind>(9)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidMemcpyDirection);
}

TEST(Memcpy, RefusesToCopyPastTheEndOfAnAllocation) {
  std::vector<int> a(100);
  DeviceArray<int> d(10);
  EXPECT_EQ(cudaMemcpy(d, a.data(), 400, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(d, 0, 400), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Memcpy, CopiesRectangles) {
  char host[6] = {1, 2, 3, 4, 5, 6}, back[6] = {};
  char* d = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&d, &pitch, 3, 2), cudaSuccess);
  EXPECT_GE(pitch, 3u);
  EXPECT_EQ(cudaMemcpy2D(d, pitch, host, 3, 3, 2, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(back, 3, d, pitch, 3, 2, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(std::memcmp(host, back, 6), 0);
  EXPECT_EQ(cudaFree(d), cudaSuccess);
}

TEST(Memcpy, RefusesRectanglesWithMoreBytesThanSizeTCanHold) {
  constexpr size_t kHalf = size_t{1} << 63;
  char host[8] = {}, *d = nullptr;
  size_t pitch = 0;
  EXPECT_EQ(cudaMallocPitch(&d, &pitch, kHalf / 2, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocPitch(&d, &pitch, ~size_t{0}, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocPitch(&d, &pitch, 512, kHalf / 8), cudaErrorInvalidValue);
  ASSERT_EQ(cudaMalloc(&d, 8), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(d, 8, host, 8, 8, kHalf / 4, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(d), cudaSuccess);
  cudaGetLastError();
}

TEST(Memset, SetsBytes) {
  DeviceArray<int> d(5);
  EXPECT_EQ(cudaMemset(d, 0x01, 8), cudaSuccess);
  EXPECT_EQ(d.values(), (std::vector<int>{0x01010101, 0x01010101, 0, 0, 0}));
}

TEST(PinnedMemory, CanBeUsedByHostAndDevice) {
  int* p = nullptr;
  ASSERT_EQ(cudaMallocHost(&p, 16 * sizeof(int)), cudaSuccess);
  for (int i = 0; i < 16; i++) p[i] = i;
  square<<<1, 16>>>(p, 16);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(p[15], 225);
  EXPECT_EQ(cudaFreeHost(p), cudaSuccess);
}

TEST(RegisteredMemory, CanBeUsedByHostAndDevice) {
  std::vector<int> values(16, 3);
  ASSERT_EQ(cudaHostRegister(values.data(), 16 * sizeof(int), cudaHostRegisterDefault),
            cudaSuccess);
  EXPECT_EQ(cudaHostRegister(values.data(), 4, cudaHostRegisterDefault),
            cudaErrorHostMemoryAlreadyRegistered);
  int* device_view = nullptr;
  ASSERT_EQ(cudaHostGetDevicePointer(&device_view, values.data(), 0), cudaSuccess);
  square<<<1, 16>>>(device_view, 16);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(values[7], 9);
  EXPECT_EQ(cudaHostUnregister(values.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(values.data()), cudaErrorHostMemoryNotRegistered);
  cudaGetLastError();
}

TEST(ManagedMemory, CanBeUsedByHostAndDevice) {
  int* p = nullptr;
  ASSERT_EQ(cudaMallocManaged(&p, 64), cudaSuccess);
  p[3] = 4;
  square<<<1, 16>>>(p, 16);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(p[3], 16);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST(PointerAttributes, SayWhereMemoryIs) {
  int local = 0;
  int *d = nullptr, *h = nullptr, *m = nullptr;
  ASSERT_EQ(cudaMalloc(&d, 4), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&h, 4), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&m, 4), cudaSuccess);
  cudaPointerAttributes a;
  ASSERT_EQ(cudaPointerGetAttributes(&a, d), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeDevice);
  EXPECT_EQ(a.devicePointer, d);
  ASSERT_EQ(cudaPointerGetAttributes(&a, h), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeHost);
  ASSERT_EQ(cudaPointerGetAttributes(&a, m), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeManaged);
  ASSERT_EQ(cudaPointerGetAttributes(&a, &local), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeUnregistered);
  cudaFree(d);
  cudaFreeHost(h);
  cudaFree(m);
}

__constant__ int table[4];
__device__ int counter = 5;
__device__ int array_with_values[8] = {1, 2, 3};
__constant__ float coefficients[3] = {1.f, 2.f, 3.f};
static __device__ const int kFactor = 3;
__global__ void use_symbols(int* o) {
  o[threadIdx.x] = table[threadIdx.x] + array_with_values[threadIdx.x] * kFactor;
  atomicAdd(&counter, (int)coefficients[1]);
}

TEST(Symbols, CanBeCopiedToAndFrom) {
  const int values[4] = {10, 20, 30, 40};
  int count = 5;
  ASSERT_EQ(cudaMemcpyToSymbol(counter, &count, sizeof count), cudaSuccess);
  ASSERT_EQ(cudaMemcpyToSymbol(table, values, sizeof values), cudaSuccess);
  ASSERT_EQ(cudaMemcpyToSymbol(table, values + 3, sizeof(int), 1 * sizeof(int)), cudaSuccess);
  DeviceArray<int> d(4);
  use_symbols<<<1, 4>>>(d);
  EXPECT_EQ(d.values(), (std::vector<int>{13, 46, 39, 40}));
  ASSERT_EQ(cudaMemcpyFromSymbol(&count, counter, sizeof count), cudaSuccess);
  EXPECT_EQ(count, 13);
  void* address = nullptr;
  ASSERT_EQ(cudaGetSymbolAddress(&address, table), cudaSuccess);
  int second = 0;
  ASSERT_EQ(cudaMemcpy(&second, (int*)address + 1, sizeof second, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(second, 40);
  size_t bytes = 0;
  ASSERT_EQ(cudaGetSymbolSize(&bytes, table), cudaSuccess);
  EXPECT_EQ(bytes, 16u);
}

TEST(Symbols, AreNotCopiedBeyondTheirEnds) {
  int values[4] = {};
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, 16, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, 20), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, 4, 1 << 20), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(counter, values, 4, ~size_t{3}), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyFromSymbol(values, table, 4, 16), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyFromSymbol(values, table, 8, 12), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyFromSymbol(values, table, 4, 12), cudaSuccess);
  cudaGetLastError();
}

TEST(Launch, RefusesImpossibleConfigurations) {
  DeviceArray<int> d(1, 3);
  const dim3 grids[] = {dim3(1), dim3(0), dim3(1, 65536), dim3(1), dim3(1)};
  const dim3 blocks[] = {dim3(1025), dim3(1), dim3(1), dim3(1, 1, 65), dim3(0)};
  for (int i = 0; i < 5; i++) {
    square<<<grids[i], blocks[i]>>>(d, 1);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration) << i;
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << i;
  }
  square<<<1, 1, 1 << 20>>>(d, 1);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(d.value(0), 3);
}

TEST(Events, MeasureTime) {
  DeviceArray<int> d(1000);
  cudaEvent_t start, stop, untimed;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&stop), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
  float ms = -1;
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
  ASSERT_EQ(cudaEventRecord(start), cudaSuccess);
  square<<<4, 64>>>(d, 1000);
  ASSERT_EQ(cudaEventRecord(stop), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(untimed, 0), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(stop), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(stop), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
  EXPECT_GE(ms, 0);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(stop), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(untimed), cudaSuccess);
  cudaGetLastError();
}

static void add_one(void* value) {
  ++*static_cast<int*>(value);
}

TEST(Streams, RunTheirWorkInOrder) {
  cudaStream_t stream, other;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), cudaSuccess);
  std::vector<int> values(100, 2);
  int *d = nullptr, called = 0;
  ASSERT_EQ(cudaMallocAsync(&d, 400, stream), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(d, values.data(), 400, cudaMemcpyHostToDevice, stream), cudaSuccess);
  square<<<1, 32, 0, stream>>>(d, 100);
  cudaEvent_t event;
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other, event, 0), cudaSuccess);
  square<<<1, 32, 0, other>>>(d, 100);
  ASSERT_EQ(cudaLaunchHostFunc(other, add_one, &called), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(other), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(values.data(), d, 400, cudaMemcpyDeviceToHost, other), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(other), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  EXPECT_EQ(values[99], 16);
  EXPECT_EQ(called, 1);
  EXPECT_EQ(cudaFreeAsync(d, stream), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
}

template <class T>
__global__ void scaled_copy(const T* in, T* out, T factor, int count) {
  extern __shared__ char large[];
  large[threadIdx.x] = 1;
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = in[i] * factor;
}

TEST(LaunchKernel, TakesArgumentsAsAList) {
  DeviceArray<double> in(8, 1.5), out(8);
  double* from = in.get();
  double* to = out.get();
  double factor = 4;
  int count = 8;
  void* arguments[] = {&from, &to, &factor, &count};
  ASSERT_EQ(cudaLaunchKernel((void*)scaled_copy<double>, dim3(1), dim3(32), arguments, 64, 0),
            cudaSuccess);
  EXPECT_EQ(out.value(7), 6.0);
  factor = 2;
  ASSERT_EQ(cudaLaunchKernel(scaled_copy<double>, dim3(1), dim3(32), arguments, 64, 0),
            cudaSuccess);
  EXPECT_EQ(out.value(7), 3.0);
  EXPECT_EQ(cudaLaunchKernel((void*)scaled_copy<double>, dim3(1), dim3(2000), arguments, 0, 0),
            cudaErrorInvalidConfiguration);
  cudaGetLastError();
}

TEST(FuncAttributes, AllowMoreDynamicSharedMemory) {
  DeviceArray<float> in(8, 1.5f), out(8);
  scaled_copy<float><<<1, 32, 60000>>>(in, out, 2.0f, 8);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  ASSERT_EQ(
      cudaFuncSetAttribute(scaled_copy<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000),
      cudaSuccess);
  scaled_copy<float><<<1, 32, 60000>>>(in, out, 2.0f, 8);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(out.value(0), 3.0f);
  cudaFuncAttributes attributes;
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, scaled_copy<float>), cudaSuccess);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 60000);
}

TEST(Occupancy, GivesSizesThatCanBeLaunched) {
  int blocks = 0, min_grid = 0, block_size = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 256, 0), cudaSuccess);
  EXPECT_GT(blocks, 0);
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&min_grid, &block_size, square, 0, 0), cudaSuccess);
  DeviceArray<int> d(10, 3);
  square<<<min_grid, block_size>>>(d, 10);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(d.value(9), 9);
}

TEST(Device, DescribesItself) {
  cudaDeviceProp p;
  int device = -1, value = 0, count = 0;
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_GE(count, 1);
  ASSERT_EQ(cudaGetDevice(&device), cudaSuccess);
  ASSERT_EQ(cudaGetDeviceProperties(&p, device), cudaSuccess);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_GT(p.totalGlobalMem, 0u);
  ASSERT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device), cudaSuccess);
  EXPECT_EQ(value, p.multiProcessorCount);
  EXPECT_EQ(cudaSetDevice(count), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetDeviceProperties(&p, -1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST(Profiler, MayBeStartedAndStopped) {
  EXPECT_EQ(cudaProfilerStart(), cudaSuccess);
  EXPECT_EQ(cudaProfilerStop(), cudaSuccess);
}

TEST(Errors, HaveTheNamesAndTextsOfCuda) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
  EXPECT_STREQ(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
}
