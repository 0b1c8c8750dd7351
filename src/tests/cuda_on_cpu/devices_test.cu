// One or several host threads use several devices. If there are fewer than two devices, the tests
// are skipped. CMakeLists.txt simulates three devices with CUCC_DEVICES=3.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#define NEED_TWO_DEVICES()                              \
  int devices = 0;                                      \
  ASSERT_EQ(cudaGetDeviceCount(&devices), cudaSuccess); \
  if (devices < 2) GTEST_SKIP() << "needs at least two devices"

__global__ void set_all(int* values, int value, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] = value;
  }
}
__global__ void add_all(const int* from, int* to, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    to[i] += from[i];
  }
}

TEST(Devices, AreChosenSeparatelyByEachHostThread) {
  NEED_TWO_DEVICES();
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  int seen = -1, here = -1;
  std::thread other([&] { cudaGetDevice(&seen); });
  other.join();
  cudaGetDevice(&here);
  EXPECT_EQ(seen, 0);
  EXPECT_EQ(here, 1);
  cudaSetDevice(0);
}

TEST(Devices, RunKernelsOfSeveralHostThreadsAtTheSameTime) {
  NEED_TWO_DEVICES();
  const int count = 100000, rounds = 30;
  std::vector<int> wrong(devices, 0);
  std::vector<std::thread> hosts;
  for (int device = 0; device < devices; device++) {
    hosts.emplace_back([=, &wrong] {
      int *a = nullptr, *b = nullptr;
      std::vector<int> back(count);
      wrong[device] += cudaSetDevice(device) != cudaSuccess;
      wrong[device] += cudaMalloc(&a, count * sizeof(int)) != cudaSuccess;
      wrong[device] += cudaMalloc(&b, count * sizeof(int)) != cudaSuccess;
      set_all<<<16, 128>>>(b, 0, count);
      for (int round = 0; round < rounds; round++) {
        set_all<<<16, 128>>>(a, device + 1, count);
        add_all<<<16, 128>>>(a, b, count);
        cudaMemcpy(back.data(), b, count * sizeof(int), cudaMemcpyDeviceToHost);
        for (int value : back) wrong[device] += value != (round + 1) * (device + 1);
      }
      wrong[device] += cudaFree(a) != cudaSuccess;
      wrong[device] += cudaFree(b) != cudaSuccess;
      wrong[device] += cudaDeviceSynchronize() != cudaSuccess;
    });
  }
  for (std::thread& host : hosts) host.join();
  EXPECT_EQ(wrong, std::vector<int>(devices, 0));
}

TEST(Devices, CopyToEachOther) {
  NEED_TWO_DEVICES();
  int *a = nullptr, *b = nullptr, back[4] = {};
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&a, 16), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&b, 16), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  set_all<<<1, 4>>>(a, 6, 4);
  ASSERT_EQ(cudaMemcpyPeer(b, 1, a, 0, 16), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(back, b, 16, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back[3], 6);
  EXPECT_EQ(cudaMemcpyPeer(b, 99, a, 0, 16), cudaErrorInvalidDevice);
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
}

TEST(PeerAccess, CannotBeSwitchedOnTwiceOrOffTwice) {
  NEED_TWO_DEVICES();
  int can = 0;
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  ASSERT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
  if (can == 0) GTEST_SKIP() << "the devices cannot reach each other";
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaSuccess);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
  cudaGetLastError();
}

TEST(PeerAccess, IsOfferedIfTheLinkAllowsIt) {
  NEED_TWO_DEVICES();
  int can = -1, access = -1, atomics = -1;
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  ASSERT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetP2PAttribute(&access, cudaDevP2PAttrAccessSupported, 0, 1), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, 0, 1),
            cudaSuccess);
  EXPECT_EQ(access, can);
  EXPECT_LE(atomics, access);
  if (can == 0) {
    EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessUnsupported);
    cudaGetLastError();
  }
}

TEST(PeerAccess, LetsKernelsUseTheMemoryOfAnotherDevice) {
  NEED_TWO_DEVICES();
  int can = 0, back = 0;
  ASSERT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
  if (can == 0) GTEST_SKIP() << "the devices cannot reach each other";
  int* b = nullptr;
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&b, 4), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  ASSERT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
  set_all<<<1, 1>>>(b, 8, 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(&back, b, 4, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back, 8);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaSuccess);
  cudaFree(b);
}

__device__ int launches_here = 100;
__global__ void count_launch() {
  atomicAdd(&launches_here, 1);
}

TEST(DeviceVariables, HaveTheirOwnValueOnEachDevice) {
  NEED_TWO_DEVICES();
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  count_launch<<<1, 1>>>();
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  for (int i = 0; i < 5; i++) count_launch<<<1, 1>>>();
  int value[2] = {};
  for (int device = 0; device < 2; device++) {
    ASSERT_EQ(cudaSetDevice(device), cudaSuccess);
    ASSERT_EQ(cudaMemcpyFromSymbol(&value[device], launches_here, sizeof(int)), cudaSuccess);
  }
  EXPECT_EQ(value[0], 101);
  EXPECT_EQ(value[1], 105);
  cudaSetDevice(0);
}

TEST(Streams, RefuseEventsOfAnotherDevice) {
  NEED_TWO_DEVICES();
  cudaStream_t stream;
  cudaEvent_t event;
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(event, stream), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}
