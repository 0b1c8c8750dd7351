// Atomics, integer intrinsics, vector types and mathematical functions.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "device_array.cuh"

template <class T>
__global__ void add_all(T* total, T* old) {
  old[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(total, T(1));
}
template <class T>
void expect_each_old_value_once() {
  const int threads = 40 * 96;
  DeviceArray<T> total(1), old(threads);
  add_all<<<40, 96>>>(total.get(), old.get());
  EXPECT_EQ(total.value(0), T(threads));
  std::vector<int> seen(threads, 0);
  for (T value : old.values()) seen.at((size_t)value)++;
  EXPECT_EQ(seen, std::vector<int>(threads, 1));
}

TEST(AtomicAdd, ReturnsADifferentOldValueToEveryThread) {
  expect_each_old_value_once<int>();
  expect_each_old_value_once<unsigned>();
  expect_each_old_value_once<unsigned long long>();
  expect_each_old_value_once<float>();
  expect_each_old_value_once<double>();
}

__global__ void integer_atomics(int* i, unsigned* u, long long* l, unsigned long long* ul) {
  const int t = threadIdx.x;
  atomicMin(&i[0], t - 5);
  atomicMax(&i[1], t);
  atomicSub(&i[2], 1);
  atomicOr(&u[0], 1u << (t & 31));
  atomicAnd(&u[1], ~(1u << (t & 31)));
  atomicXor(&u[2], 1u);
  atomicInc(&u[3], 9u);
  atomicDec(&u[4], 9u);
  atomicMax(&u[5], (unsigned)t);
  atomicMin(&l[0], (long long)-t);
  atomicMax(&l[1], (long long)t << 40);
  atomicMax(&ul[0], (unsigned long long)t << 56);
  atomicAdd_block(&ul[1], 2ull);
  atomicAdd_system(&ul[2], 3ull);
}

TEST(AtomicFunctions, ComputeWithEveryIntegerType) {
  DeviceArray<int> i(3);
  DeviceArray<unsigned> u(std::vector<unsigned>{0, ~0u, 0, 0, 5, 0});
  DeviceArray<long long> l(2);
  DeviceArray<unsigned long long> ul(3);
  integer_atomics<<<1, 64>>>(i, u, l, ul);
  EXPECT_EQ(i.values(), (std::vector<int>{-5, 63, -64}));
  EXPECT_EQ(u.values(), (std::vector<unsigned>{~0u, 0, 0, 4, 1, 63}));
  EXPECT_EQ(l.values(), (std::vector<long long>{-63, 63ll << 40}));
  EXPECT_EQ(ul.values(), (std::vector<unsigned long long>{63ull << 56, 128, 192}));
}

__global__ void exchanges(int* i, float* f, unsigned short* s) {
  if (threadIdx.x != 0) return;
  i[1] = atomicExch(&i[0], 7);
  i[2] = atomicCAS(&i[0], 7, 8);
  i[3] = atomicCAS(&i[0], 7, 9);
  f[1] = atomicExch(&f[0], 2.5f);
  s[1] = atomicCAS(&s[0], (unsigned short)3, (unsigned short)4);
}

TEST(AtomicFunctions, ExchangeValuesWithAndWithoutAComparison) {
  DeviceArray<int> i(4, 1);
  DeviceArray<float> f(2, 0.5f);
  DeviceArray<unsigned short> s(2, 3);
  exchanges<<<1, 32>>>(i, f, s);
  EXPECT_EQ(i.values(), (std::vector<int>{8, 1, 7, 8}));
  EXPECT_EQ(f.values(), (std::vector<float>{2.5f, 0.5f}));
  EXPECT_EQ(s.values(), (std::vector<unsigned short>{4, 3}));
}

__global__ void count_under_lock(int* mutex, int* count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      volatile int* guarded = count;
      *guarded = *guarded + 1;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}

TEST(Lock, IsHeldByOneThreadAtATime) {
  DeviceArray<int> mutex(1), count(1);
  count_under_lock<<<6, 200>>>(mutex, count);
  EXPECT_EQ(count.value(0), 1200);
}

__global__ void spin_on_exchange(int* mutex, int* count) {
  while (atomicExch(mutex, 1) != 0) {
  }
  volatile int* guarded = count;
  *guarded = *guarded + 1;
  __threadfence();
  atomicExch(mutex, 0);
}

TEST(Lock, CanBeTakenByALoopOfAtomicExchanges) {
  DeviceArray<int> mutex(1), count(1);
  spin_on_exchange<<<4, 64>>>(mutex, count);
  EXPECT_EQ(count.value(0), 256);
}

__global__ void intrinsics(long long* o) {
  o[0] = __popc(255u);
  o[1] = __popcll(~0ull);
  o[2] = __clz(1);
  o[3] = __clz(0);
  o[4] = __clzll(1);
  o[5] = __ffs(8);
  o[6] = __ffs(0);
  o[7] = __ffsll(1ll << 40);
  o[8] = __brev(1u);
  o[9] = __brevll(2ull);
  o[10] = __umulhi(0x80000000u, 6u);
  o[11] = __mulhi(-0x40000000, 8);
  o[12] = __umul64hi(1ull << 63, 6ull);
  o[13] = __byte_perm(0x33221100u, 0x77665544u, 0x7531u);
  o[14] = __funnelshift_l(0x80000000u, 1u, 1);
  o[15] = __float_as_int(1.0f);
  o[16] = __int_as_float(0x40000000) == 2.0f;
  o[17] = __double_as_longlong(1.0) == 0x3ff0000000000000ll;
  o[18] = min(3, -2) + max(7u, 5u);
  o[19] = (long long)(min(2.5f, 1.5f) * 2);
  o[20] = max(5ll, 1ll << 40);
  o[21] = __mul24(3, 4) + __sad(3, 10, 1u);
}

TEST(Intrinsics, ReturnTheValuesThatTheManualDefines) {
  DeviceArray<long long> d(22);
  intrinsics<<<1, 1>>>(d);
  EXPECT_EQ(d.values(),
            (std::vector<long long>{
                8, 64,         31, 32,         63, 4, 0, 41, 0x80000000ll, 1ll << 62, 3, -2,
                3, 0x77553311, 3,  0x3f800000, 1,  1, 5, 3,  1ll << 40,    20}));
}

__global__ void vectors(const int4* a, int2* o, float4* f) {
  const int i = threadIdx.x;
  const int4 v = a[i];
  o[i] = make_int2(v.x + v.y, v.z + v.w);
  float4 w = f[i];
  w.w += 1.0f;
  f[i] = w;
}

TEST(VectorTypes, AreLoadedAndStoredAsAWhole) {
  static_assert(sizeof(int3) == 12 && sizeof(float4) == 16 && alignof(float4) == 16, "as in CUDA");
  DeviceArray<int4> a(4, make_int4(1, 2, 3, 4));
  DeviceArray<int2> o(4);
  DeviceArray<float4> f(4, make_float4(1, 2, 3, 4));
  vectors<<<1, 4>>>(a, o, f);
  EXPECT_EQ(o.value(3).x, 3);
  EXPECT_EQ(o.value(3).y, 7);
  EXPECT_EQ(f.value(2).w, 5.0f);
}

__global__ void mathematics(double* o) {
  o[0] = rsqrtf(4.0f);
  o[1] = sqrt(2.0);
  o[2] = fmaf(2.0f, 3.0f, 4.0f);
  o[3] = __expf(0.0f);
  o[4] = fabsf(-1.5f);
  o[5] = __fdividef(1.0f, 4.0f);
  o[6] = pow(2.0, 10.0);
  o[7] = floorf(-1.5f);
  o[8] = __saturatef(3.0f);
  o[9] = fmin(1.0, 2.0) + fmax(1.0f, 2.0f);
  o[10] = __float2int_rn(2.5f);
  o[11] = isnan(nanf("")) ? 1 : 0;
}

TEST(MathematicalFunctions, AgreeWithThoseOfTheHost) {
  DeviceArray<double> d(12);
  mathematics<<<1, 1>>>(d);
  const std::vector<double> o = d.values();
  const std::vector<double> want = {0.5, std::sqrt(2.0), 10, 1, 1.5, 0.25, 1024, -2, 1, 3, 2, 1};
  for (size_t i = 0; i < want.size(); i++) EXPECT_NEAR(o[i], want[i], 1e-6) << i;
}

__global__ void read_clock(long long* o) {
  const long long begin = clock64();
  o[0] = clock64() - begin;
}

TEST(Clock, NeverGoesBack) {
  DeviceArray<long long> d(1, -1);
  read_clock<<<1, 1>>>(d);
  EXPECT_GE(d.value(0), 0);
}
