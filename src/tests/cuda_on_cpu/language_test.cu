// Tests the forms in which a program may write kernels, launches and device functions. All forms
// are ordinary CUDA C++, so nvcc must accept this file, too.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "device_array.cuh"
#include "language.cuh"

using namespace std;

#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define KERNEL(name) __global__ void __launch_bounds__(256) name

KERNEL(from_a_macro)(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}

TEST(Kernel, MayComeFromAMacro) {
  DeviceArray<int> d(256);
  from_a_macro<<<4, 64>>>(d, 200);
  EXPECT_EQ(d.value(199), 199);
  EXPECT_EQ(d.value(200), 0);
}

TEST(Launch, MayComeFromAMacro) {
  DeviceArray<int> d(64);
  LAUNCH(from_a_macro, 2, 32, d, 64);
  EXPECT_EQ(d.value(63), 63);
}

template <typename T, int N = 4>
__global__ void scale(T* p, pair<int, int> q) {
  p[threadIdx.x] = q.first * N + q.second;
}

TEST(KernelTemplate, TakesExplicitAndDefaultArguments) {
  DeviceArray<int> d(4);
  scale<int><<<1, 4>>>(d, make_pair<int, int>(3, 4));
  EXPECT_EQ(d.value(3), 16);
  scale<int, (8 > 4 ? 9 : 1)><<<1, 4>>>(d, pair<int, int>{1, 2});
  EXPECT_EQ(d.value(2), 11);
  scale<int><<<1, 4>>>(d, {0, 1});
  EXPECT_EQ(d.value(0), 1);
}

template <class T>
__global__ void add(T* a, const T* __restrict__ b, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] += b[i];
}
template <typename T>
void launch_in_a_template(T* p, int n) {
  dim3 g{1}, b(32, 1, 1);
  add<T><<<g, b>>>(p, p, n);
  add<<<dim3(1), 32>>>(p, p, n);
}

TEST(KernelTemplate, DeducesItsArgumentsInsideOfAnotherTemplateAsWell) {
  DeviceArray<int> d(64, 1);
  launch_in_a_template(d.get(), 64);
  EXPECT_EQ(d.value(63), 4);
}

template <typename T>
__global__ void specialized(T* p);
template <>
__global__ void specialized<int>(int* p) {
  *p = 10;
}
template <>
__global__ void specialized<float>(float* p) {
  *p = 11.0f;
}
template <typename T>
__global__ void instantiated(T* p) {
  *p = T(12);
}
template __global__ void instantiated<int>(int*);

TEST(KernelTemplate, MayBeSpecializedAndInstantiatedExplicitly) {
  DeviceArray<int> d(1);
  DeviceArray<float> f(1);
  specialized<<<1, 1>>>(d.get());
  EXPECT_EQ(d.value(0), 10);
  specialized<float><<<1, 1>>>(f.get());
  EXPECT_EQ(f.value(0), 11.0f);
  instantiated<int><<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 12);
}

__device__ int sum_of() {
  return 0;
}
template <typename First, typename... Rest>
__device__ int sum_of(First first, Rest... rest) {
  return first + sum_of(rest...);
}
template <typename... Values>
__global__ void variadic(int* p, Values... values) {
  *p = sum_of(values...);
}

TEST(KernelTemplate, MayHaveAnyNumberOfParameters) {
  DeviceArray<int> d(1);
  variadic<<<1, 1>>>(d.get(), 1, 2, 3u, (short)4);
  EXPECT_EQ(d.value(0), 10);
  variadic<<<1, 1>>>(d.get());
  EXPECT_EQ(d.value(0), 0);
}

namespace outer {
namespace inner {
__global__ void set(int* p) {
  *p = 77;
}
template <int Value>
__global__ void set_value(int* p) {
  *p = Value;
}
}  // namespace inner
}  // namespace outer

TEST(Launch, FindsKernelsInNamespaces) {
  DeviceArray<int> d(1);
  outer::inner::set<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 77);
  ::outer::inner::set_value<5 + (3 > 2)><<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 6);
}

__global__ void with_default(int* p, int v = 42);
__global__ void with_default(int* p, int v) {
  *p = v;
}

TEST(Launch, FillsInDefaultArguments) {
  DeviceArray<int> d(1);
  with_default<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 42);
  with_default<<<1, 1>>>(d, 43);
  EXPECT_EQ(d.value(0), 43);
}

extern "C" __global__ void with_c_linkage(int* p) {
  p[0] = 5;
}
__global__ static void static_after(int* p) {
  *p = 1;
}
void __global__ attribute_after_type(int* p) {
  *p = 2;
}
inline __global__ void inline_kernel(int* p) {
  *p = 3;
}
__global__ void __launch_bounds__(128, 2) with_bounds(int* p) {
  *p = 4;
}

TEST(Kernel, MayHaveItsAttributesInAnyOrder) {
  DeviceArray<int> d(1);
  with_c_linkage<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 5);
  static_after<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 1);
  attribute_after_type<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 2);
  inline_kernel<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 3);
  with_bounds<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 4);
}

typedef void (*Kernel)(int*);
__global__ void add_one(int* p) {
  *p += 1;
}
__global__ void add_ten(int* p) {
  *p += 10;
}
struct Holder {
  Kernel kernel;
  Kernel list[2];
};

TEST(Launch, TakesPointersToKernelsFromAnyExpression) {
  DeviceArray<int> d(1);
  const int n = 40;
  Kernel variable = add_one;
  Holder holder = {add_ten, {add_one, add_ten}};
  Holder* pointer = &holder;
  variable<<<1, 1>>>(d);
  (n > 3 ? add_one : add_ten)<<<1, 1>>>(d);
  holder.kernel<<<1, 1>>>(d);
  pointer->kernel<<<1, 1>>>(d);
  pointer->list[n - 39]<<<1, 1>>>(d);
  (*variable)<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 33);
}

__global__ void shifts(int* p, int n) {
  p[0] = n >> 2;
  p[1] = n << 1;
  p[2] = (n < 5) > (n > 3);
}

TEST(Launch, DistinguishesItsBracketsFromShiftsAndComparisons) {
  DeviceArray<int> d(3);
  int n = 40;
  // clang-format 14 does not know the brackets of a launch.
  // clang-format off
  shifts<<<n >> 3, (n < 50) ? 1 : 2>>>(d, n);
  // clang-format on
  EXPECT_EQ(d.values(), (vector<int>{10, 80, 0}));
}

__global__ void add_rounded(int* p, float f) {
  p[0] += (int)f;
}

TEST(Launch, CanBeUsedWhereverAStatementCan) {
  DeviceArray<int> d(1);
  if (d.value(0) == 0)
    add_rounded<<<1, 1>>>(d, 2.7);
  else
    add_rounded<<<1, 1>>>(d, 100);
  for (int i = 0; i < 3; i++) add_rounded<<<1, 1>>>(d, 1);
  EXPECT_EQ(d.value(0), 5);
}

TEST(Launch, MaySpreadOverSeveralLines) {
  DeviceArray<int> d(4096);
  // clang-format would write this launch in one line.
  // clang-format off
  from_a_macro<<<16,
                 256
              >>>(
      d, 4096);
  // clang-format on
  EXPECT_EQ(d.value(4095), 4095);
}

__global__ void is_null(int* p, int* result) {
  *result = p == nullptr;
}

TEST(Launch, AcceptsEveryKindOfNullPointer) {
  DeviceArray<int> d(1);
  is_null<<<1, 1>>>(NULL, d);
  EXPECT_EQ(d.value(0), 1);
  is_null<<<1, 1>>>(0, d);
  is_null<<<1, 1>>>(nullptr, d);
  EXPECT_EQ(d.value(0), 1);
  is_null<<<1, 1>>>(d, d);
  EXPECT_EQ(d.value(0), 0);
}

TEST(Translation, DoesNotChangeLiteralsAndComments) {
  const char* raw = R"(k<<<1,2>>>(x))";
  const string text = "<<<a>>> __global__ // not code"; /* foo<<<1,1>>>() */
  EXPECT_EQ(strlen(raw), 13u);
  EXPECT_EQ(text.size(), 30u);
}

template <class F>
__global__ void apply(int* p, F f) {
  p[threadIdx.x] = f(p[threadIdx.x]);
}
struct Plus {
  int n;
  __device__ int operator()(int x) const { return x + n; }
};
template <typename T>
struct Less {
  __host__ __device__ bool operator()(const T& x, const T& y) const { return x < y; }
};
__global__ void lambda_inside(int* p) {
  auto square = [=](int x) { return x * x + p[0]; };
  p[threadIdx.x + 1] = square(threadIdx.x);
}
__global__ void compare(int* p) {
  *p = Less<int>()(1, 2) && !Less<int>()(2, 1);
}

TEST(Kernel, CallsFunctorsAndLambdas) {
  DeviceArray<int> d(9);
  apply<<<1, 4>>>(d.get(), Plus{7});
  EXPECT_EQ(d.value(3), 7);
  DeviceArray<int> e(9);
  lambda_inside<<<1, 8>>>(e);
  EXPECT_EQ(e.value(8), 49);
  compare<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 1);
}

struct Pair {
  int a, b;
  __host__ __device__ Pair(int x, int y) : a(x), b{y} {}
  __host__ __device__ Pair operator+(const Pair& o) const { return Pair(a + o.a, b + o.b); }
  __device__ int sum() const;
};
__device__ int Pair::sum() const {
  return a + b;
}
static __device__ __forceinline__ int twice(int x) {
  return 2 * x;
}
__host__ __device__ inline int successor(int x) {
  return x + 1;
}
__device__ __noinline__ int thrice(int x) {
  return x * 3;
}
__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void call_all(int* o, int i) {
  Pair v = Pair(i, 1) + Pair(2, 3);
  o[0] = v.sum();
  o[1] = twice(successor(thrice(i)));
  o[2] = fibonacci(10);
}

TEST(DeviceFunction, MayBeAMemberOrInlineOrRecursive) {
  DeviceArray<int> d(3);
  call_all<<<1, 1>>>(d, 2);
  EXPECT_EQ(d.values(), (vector<int>{8, 14, 55}));
  EXPECT_EQ(successor(1), 2);
}

__global__ void jumps(int* p) {
  int i = 0;
again:
  if (i < 3) {
    i++;
    goto again;
  }
  switch (i) {
    case 3:
      for (int j = 0; j < 2; j++) i += j;
      break;
    default:
      i = -1;
  }
  do i++;
  while (i < 10);
  while (i < 12)
    if (i % 2)
      i += 1;
    else
      i += 1;
  *p = i;
}

TEST(Kernel, MayUseEveryKindOfJump) {
  DeviceArray<int> d(1);
  jumps<<<1, 1>>>(d);
  EXPECT_EQ(d.value(0), 12);
}

struct Big {
  int a[16];
  double d;
};
__global__ void big_argument(int* p, const Big b, int k) {
  p[threadIdx.x] = b.a[threadIdx.x] + (int)b.d + k;
}

TEST(Launch, CopiesLargeArguments) {
  Big b;
  for (int i = 0; i < 16; i++) b.a[i] = i;
  b.d = 100.5;
  DeviceArray<int> d(16);
  big_argument<<<1, 16>>>(d, b, 1000);
  EXPECT_EQ(d.value(15), 1115);
}

union Word {
  int* pointer;
  unsigned long long number;
};
// Pointers to device memory, and numbers that are equal to addresses of host memory.
struct Addresses {
  unsigned long long number;
  unsigned int low, high;
  unsigned int* element[2];
  Word words[2];
  union {
    int* nameless_pointer;
    unsigned long long nameless_number;
  };
  double real;
};
template <class T>
__global__ void copy_out(const T value, unsigned char* bytes) {
  const unsigned char* from = reinterpret_cast<const unsigned char*>(&value);
  for (int i = 0; i < (int)sizeof(T); i++) bytes[i] = from[i];
}

TEST(Launch, DoesNotChangePointerLikeNumbersInAStruct) {
  static int on_host;
  const auto number = reinterpret_cast<unsigned long long>(&on_host);
  DeviceArray<unsigned char> bytes(sizeof(Addresses));
  Addresses before{}, after;
  before.number = before.nameless_number = number;
  before.low = static_cast<unsigned int>(number);
  before.high = static_cast<unsigned int>(number >> 32);
  before.words[0].number = before.words[1].number = number;
  std::memcpy(&before.real, &number, sizeof number);
  before.element[1] = reinterpret_cast<unsigned int*>(bytes.get());
  copy_out<<<1, 1>>>(before, bytes);
  ASSERT_EQ(cudaMemcpy(&after, bytes, sizeof after, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(std::memcmp(&before, &after, sizeof after), 0);
}

class Engine {
 public:
  template <int BlockSize>
  int run() {
    DeviceArray<int> d(100);
    fill<int><<<2, BlockSize>>>(d, 9, 100);
    fill<<<2, this->block_size()>>>(d.get(), 8, 50);
    return d.value(99) * 10 + d.value(0);
  }
  int block_size() const { return 64; }
};

TEST(Launch, WorksInMemberTemplates) {
  Engine engine;
  EXPECT_EQ(engine.run<128>(), 98);
}

TEST(Program, MayHaveKernelsInSeveralFiles) {
  DeviceArray<int> d(32);
  launch_from_another_file(d);
  EXPECT_EQ(d.value(31), 131);
}

__global__ void coordinates(int* o) {
  int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  o[b * blockDim.x * blockDim.y * blockDim.z + t] = b * 1000 + t;
}

TEST(Launch, NumbersBlocksAndThreadsInThreeDimensions) {
  DeviceArray<int> d(12 * 16);
  coordinates<<<dim3(2, 3, 2), dim3(4, 2, 2)>>>(d);
  const vector<int> values = d.values();
  for (int b = 0; b < 12; b++) {
    for (int t = 0; t < 16; t++) EXPECT_EQ(values[b * 16 + t], b * 1000 + t);
  }
}

__global__ void some_unnamed(int* p, int, const float*) {
  *p = 9;
}

TEST(Kernel, MayLeaveParametersWithoutAName) {
  DeviceArray<int> d(1);
  some_unnamed<<<1, 1>>>(d, 1, nullptr);
  EXPECT_EQ(d.value(0), 9);
}

int launch_in_an_argument(int* p) {
  add_one<<<1, 1>>>(p);
  return 5;
}

TEST(Launch, MayHaveAnotherLaunchInItsArguments) {
  DeviceArray<int> d(2);
  add_rounded<<<1, 1>>>(d, launch_in_an_argument(d.get() + 1));
  EXPECT_EQ(d.values(), (vector<int>{5, 1}));
}

// The diagnostic build inserts nothing into constexpr functions.
__host__ __device__ constexpr int digits_of(int number) {
  int digits = 1;
  while (number >= 10) {
    number /= 10;
    digits++;
  }
  if (digits < 0) return 0;
  return digits;
}

__global__ void all_kinds_of_if(int* result) {
  static_assert(digits_of(1234) == 4, "computed by the compiler");
  if (threadIdx.x > 0) return;
  int sum = digits_of(static_cast<int>(blockDim.x));
  if (const int four = sum + 2) sum += four;
  if (int one = 1; sum > one) sum += one;
  if constexpr (sizeof(int) == 4) sum += 10;
  if (sum < 0)
    sum = -1;
  else if (const auto half = [](int x) { return x / 2; }; half(sum) > 0)
    for (int i = 0; i < 2; i++) sum += i == 1 ? 100 : 1000;
  else
    sum = -2;
  *result = sum;
}

TEST(IfStatements, MayHaveEveryForm) {
  DeviceArray<int> d(1);
  all_kinds_of_if<<<1, 32>>>(d);
  EXPECT_EQ(d.value(0), 2 + 4 + 1 + 10 + 1100);
}

// Waits until each clock shows a later time.
__global__ void wait_for_clocks(long long* passed) {
  const clock_t begun = clock();
  const long long begun64 = clock64();
  while (clock() == begun) continue;
  while (clock64() == begun64) continue;
  passed[0] = clock() - begun;
  passed[1] = clock64() - begun64;
}

TEST(Clocks, ShowLaterTimesAfterALoop) {
  DeviceArray<long long> passed(2);
  wait_for_clocks<<<1, 1>>>(passed);
  EXPECT_GT(passed.value(0), 0);
  EXPECT_GT(passed.value(1), 0);
}

__global__ void read_chosen_array(const int* even, const int* odd, int* values, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] = (i & 1 ? odd : even)[i >> 1];
}

TEST(ConditionalOperator, MayChooseAnArrayWhoseIndexIsAShift) {
  DeviceArray<int> even({0, 20, 40}), odd({10, 30, 50}), values(6);
  read_chosen_array<<<1, 4>>>(even, odd, values, 6);
  for (int i = 0; i < 6; i++) EXPECT_EQ(values.value(i), 10 * i);
}

__managed__ int managed_count;
__device__ __managed__ int managed_values[4] = {1, 2, 3, 4};

__global__ void use_managed_variables() {
  atomicAdd(&managed_count, 1);
  managed_values[threadIdx.x] += 10;
}

TEST(ManagedVariable, IsForTheHostAndForKernels) {
  managed_count = 5;
  use_managed_variables<<<1, 4>>>();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(managed_count, 9);
  EXPECT_EQ(managed_values[3], 14);
}

struct Counter {
  int value = 3;
};

__global__ void allocate_in_kernel(int* out) {
  int* some = static_cast<int*>(malloc(2 * sizeof(int)));
  int* more = new int[4];
  Counter* one = new Counter;
  some[1] = static_cast<int>(threadIdx.x);
  more[3] = some[1] + 1;
  one->value += more[3];
  out[threadIdx.x] = one->value;
  free(some);
  delete[] more;
  delete one;
}

TEST(Kernel, MayUseMemoryOfItsHeap) {
  DeviceArray<int> d(8);
  allocate_in_kernel<<<1, 8>>>(d);
  EXPECT_EQ(d.value(0), 4);
  EXPECT_EQ(d.value(7), 11);
}
