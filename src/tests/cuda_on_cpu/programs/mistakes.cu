// One program with many mistakes; the argument chooses a mistake. A comment "MARK name" at the end
// of a line marks the line that a report must name.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define REPORT(call) std::printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void write_at(int* values, long index) {
  values[index] = 1;  // MARK write_at
}
__global__ void read_at(const int* values, long index, int* result) {
  *result = values[index];  // MARK read_at
}
// Within 256 bytes of the array, each int is 0; farther away, each int is 1.
__global__ void overwrite(int* values, long size, long first, long end, int* count) {
  const long far = (size + 63) / 64 * 64 + 64;
  for (long x = first; x < end; x++) {
    *count += values[x] != (x < -64 || x >= far);  // MARK overwrite
    values[x] = 7;
  }
}
__global__ void leave_before_barrier(int* values) {
  if (threadIdx.x >= 40) return;
  __syncthreads();  // MARK left_barrier
  values[threadIdx.x] = 1;
}
__global__ void two_barriers(int* values) {
  if (threadIdx.x < 32) {
    __syncthreads();  // MARK first_barrier
  } else {
    values[threadIdx.x] = 1;
    __syncthreads();  // MARK second_barrier
  }
}
__global__ void half_a_shuffle(int* values) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) {
    v = __shfl_down_sync(0xffffffffu, v, 1);  // MARK half_a_shuffle
  }
  __syncthreads();
  values[threadIdx.x] = v;
}
__global__ void foreign_mask(int* values) {
  values[threadIdx.x] = __ballot_sync(0xffff0000u, 1);  // MARK foreign_mask
}
__device__ int depth_of(int n) {
  volatile int padding[256];
  padding[n % 256] = n;
  return n == 0 ? 0 : depth_of(n - 1) + padding[n % 256];  // MARK recursion
}
__global__ void recurse(int* values, int n) {
  *values = depth_of(n);
}
__global__ void fail_assertion(int* values) {
  assert(values[threadIdx.x] == 77);  // MARK assertion
}
__global__ void trap_now() {  // MARK without_configuration
  __trap();                   // MARK trap
}
__global__ void wait_for_grid() {
  cooperative_groups::this_grid().sync();  // MARK grid_sync
}
__host__ __device__ void trap_of_compiler();
__global__ void trapped() {
  trap_of_compiler();
}
__host__ __device__ void throw_error();
__host__ __device__ void throw_number();
__global__ void throwing(bool number) {  // MARK throwing
  __syncthreads();
  if (number) throw_number();
  throw_error();
}
__global__ void fill_shared(int* values, int n) {  // MARK fill_shared
  __shared__ int tile[64];
  int* first = tile;  // the pointer hides the size of the array
  for (int x = threadIdx.x; x < n; x += blockDim.x) first[x] = x;
  values[threadIdx.x] = tile[threadIdx.x];
}
__global__ void fill_dynamic(int* values, int n) {  // MARK fill_dynamic
  extern __shared__ int dynamic[];
  for (int x = threadIdx.x; x < n; x += blockDim.x) dynamic[x] = x;
  values[threadIdx.x] = dynamic[threadIdx.x];
}
__device__ int scratch[64];
__global__ void fill_scratch(int* values, int n) {  // MARK fill_scratch
  int* first = scratch;
  for (int x = threadIdx.x; x < n; x += blockDim.x) first[x] = x;
  values[threadIdx.x] = scratch[threadIdx.x];
}
__global__ void index_shared(int* values, int n) {
  __shared__ int tile[64];
  for (int x = threadIdx.x; x < n; x += blockDim.x) tile[x] = x;  // MARK shared_index
  values[threadIdx.x] = tile[threadIdx.x];
}
__global__ void index_scratch(int* values, int n) {
  for (int x = threadIdx.x; x < n; x += blockDim.x) scratch[x] = x;  // MARK scratch_index
  values[threadIdx.x] = scratch[threadIdx.x];
}
__global__ void index_local(int* values, short n) {
  int own[3] = {};
  for (short x = n; x > n - 3; x--) own[x] += x;  // MARK local_index
  values[threadIdx.x] = own[0] + own[1] + own[2];
}
__global__ void overrun_local(int* values, int count) {
  int own[16];
  int* at = own;
  for (int x = 0; x < count; x++) *at++ = x;
  values[threadIdx.x] = own[values[0] & 15];
}
__global__ void divide(int* values, int by) {
  values[threadIdx.x] = 10 / by;  // MARK divide
}
__global__ void load_vector(const char* bytes, float4* result) {
  *result = *reinterpret_cast<const float4*>(bytes + 4);  // MARK misaligned
}
__global__ void copy_with_memcpy(char* to, const char* from, int bytes) {
  memcpy(to, from, bytes);  // MARK memcpy
}
__global__ void ignore_pointer(const int* unused, int* values) {
  *values = unused != nullptr;
}
struct Arrays {
  int count;
  int* values;
  struct {
    const int* pair[2];
  } more;
};
__global__ void write_member(int* result, Arrays arrays) {
  arrays.values[1] = *result;  // MARK write_member
}
__global__ void read_inner_member(int* result, Arrays arrays) {
  *result = arrays.more.pair[1][3];  // MARK read_inner_member
}
__global__ void compare_members(Arrays arrays, int* result) {
  *result = arrays.values != nullptr && arrays.values != (int*)-1 && arrays.more.pair[0] == nullptr;
}
__global__ void too_much_shared(int* values) {  // MARK too_much_shared
  __shared__ int a[8192], b[8192];
  a[threadIdx.x] = b[threadIdx.x] = 1;
  values[threadIdx.x] = a[threadIdx.x];
}
template <int number>
__device__ int* shared_of_function() {
  __shared__ int c[8192];
  return c;
}
__global__ void shared_in_functions(int* values) {  // MARK shared_in_functions
  int* c = shared_of_function<1>();
  int* d = shared_of_function<2>();
  c[threadIdx.x] = d[threadIdx.x] = 1;
  values[threadIdx.x] = c[threadIdx.x];
}
__global__ void dynamic_and_variables(int* values, int bytes) {
  extern __shared__ char dynamic[];
  int* c = shared_of_function<1>();
  for (int i = 0; i < bytes; i++) dynamic[i] = 1;
  c[8191] = dynamic[bytes - 1];
  *values = c[8191];
}

static int* allocate(size_t count, bool is_cleared = true) {
  int* d = nullptr;
  cudaMalloc(&d, count * sizeof(int));  // MARK allocation
  if (d == nullptr) REPORT(cudaPeekAtLastError());
  if (is_cleared) cudaMemset(d, 0, count * sizeof(int));
  return d;
}

// For arrays of many sizes, reads the 64 ints before the array, and its last element.
static void read_before() {
  for (size_t count : {1, 960, 961, 1023, 1024, 1025, 3072, 260096, 262144, 516096, 524288}) {
    int* d = allocate(count);
    for (long index = -64; index < 0; ++index) read_at<<<1, 1>>>(d, index, d);
    read_at<<<1, 1>>>(d, (long)count - 1, d);
    cudaFree(d);
  }
}

// For arrays of many sizes, reads and overwrites this many bytes on each side of the array. Prints how
// many of the ints that were read were not the right ones.
static void leave_arrays(long bytes) {
  const long ints = bytes / (long)sizeof(int);
  int *count = allocate(1), other = 0;
  for (long size : {1, 960, 961, 1023, 1024, 1025, 3072, 260096, 262144, 516096, 524288}) {
    int* d = allocate(size);
    overwrite<<<1, 1>>>(d, size, -ints, 0, count);
    overwrite<<<1, 1>>>(d, size, size, size + ints, count);
    cudaFree(d);
  }
  cudaMemcpy(&other, count, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d were wrong\n", other);
}

static int finish() {
  REPORT(cudaGetLastError());
  REPORT(cudaDeviceSynchronize());
  REPORT(cudaGetLastError());
  int* d = nullptr;
  REPORT(cudaMalloc(&d, 4));
  return 0;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  int* d = allocate(1000);
  std::vector<int> host(1000, 5);
  if (is("far_out_of_bounds")) write_at<<<1, 1>>>(d, 20000);  // MARK launch
  if (is("before")) write_at<<<1, 1>>>(d, -2000);
  if (is("just_before")) read_before();
  if (is("within_margin")) leave_arrays(8192);
  if (is("never_written")) {
    cudaMemcpy(&host[0], allocate(1000, false) + 999, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%x\n", host[0]);
  }
  if (is("page_end")) read_at<<<1, 1>>>(allocate(1024), 1024, d);
  if (is("past_margin")) overwrite<<<1, 1>>>(d, 1, 0, 100000, d);
  if (is("null")) write_at<<<1, 1>>>(nullptr, 3);
  if (is("wild")) write_at<<<1, 1>>>((int*)0x123456789000, 0);
  if (is("freed")) {
    cudaFree(d);  // MARK free
    write_at<<<2, 2>>>(d, 5);
  }
  if (is("host_pointer")) read_at<<<1, 1>>>(host.data(), 7, d);
  if (is("unused_host_pointer")) ignore_pointer<<<1, 1>>>(host.data(), d);
  if (is("write_member")) {
    write_member<<<1, 1>>>(d, Arrays{3, host.data(), {}});
    std::printf("host[1] is %d\n", host[1]);
  }
  if (is("read_inner_member")) {
    read_inner_member<<<1, 1>>>(d, Arrays{3, d, {{d, host.data()}}});
  }
  if (is("unused_members")) {
    compare_members<<<1, 1>>>(Arrays{3, host.data(), {}}, d);
    int answer = 0;
    cudaMemcpy(&answer, d, sizeof answer, cudaMemcpyDeviceToHost);
    compare_members<<<1, 1>>>(Arrays{3, (int*)-1, {}}, d + 1);
    cudaMemcpy(&host[0], d + 1, sizeof answer, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", answer, host[0]);
  }
  if (is("shared_fits")) fill_shared<<<3, 32>>>(d, 64);
  if (is("shared_overrun")) fill_shared<<<3, 32>>>(d, 65);
  if (is("dynamic_overrun")) fill_dynamic<<<3, 32, 64 * sizeof(int)>>>(d, 65);
  if (is("shared_index")) index_shared<<<3, 32>>>(d, 65);
  if (is("scratch_index")) index_scratch<<<1, 32>>>(d, 65);
  if (is("local_fits")) index_local<<<3, 32>>>(d, 2);
  if (is("local_index")) index_local<<<3, 32>>>(d, 1);
  if (is("local_overrun_fits")) overrun_local<<<3, 32>>>(d, 16);
  if (is("local_overrun")) overrun_local<<<3, 32>>>(d, 24);
  if (is("scratch_fits")) fill_scratch<<<1, 32>>>(d, 64);
  if (is("scratch_overrun")) fill_scratch<<<1, 32>>>(d, 65);
  if (is("left_barrier")) leave_before_barrier<<<3, 64>>>(d);
  if (is("two_barriers")) two_barriers<<<1, 64>>>(d);
  if (is("half_a_shuffle")) half_a_shuffle<<<1, 32>>>(d);
  if (is("foreign_mask")) foreign_mask<<<1, 32>>>(d);
  if (is("recursion")) recurse<<<1, 1>>>(d, 1000000);
  if (is("assertion")) fail_assertion<<<1, 1>>>(d);
  if (is("trap")) trap_now<<<1, 1>>>();
  if (is("grid_sync")) wait_for_grid<<<1, 4>>>();
  if (is("cooperative_grid_sync"))
    cudaLaunchCooperativeKernel(wait_for_grid, 2, 4, nullptr, 0, nullptr);
  if (is("trapped")) trapped<<<1, 1>>>();
  if (is("trapped_on_host")) trap_of_compiler();
  if (is("throw_error")) throwing<<<3, 40>>>(false);
  if (is("throw_number")) throwing<<<3, 40>>>(true);
  if (is("throw_and_catch")) {
    throwing<<<3, 40>>>(false);
    try {
      throw_number();
    } catch (int caught) {
      std::printf("caught %d\n", caught);
    }
  }
  if (is("divide")) divide<<<1, 1>>>(d, 0);
  if (is("misaligned")) load_vector<<<1, 1>>>((const char*)d, (float4*)d);
  if (is("memcpy")) copy_with_memcpy<<<1, 1>>>((char*)d, (const char*)host.data(), 4000);
  if (is("too_much_shared")) too_much_shared<<<1, 1>>>(d);  // MARK too_much_shared_launch
  if (is("shared_in_functions")) shared_in_functions<<<1, 1>>>(d);
  if (is("dynamic_and_variables")) {
    constexpr int kMost = 227 << 10;
    REPORT(cudaFuncSetAttribute(dynamic_and_variables, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                kMost));
    dynamic_and_variables<<<1, 1, kMost>>>(d, kMost);
  }
  if (is("without_configuration")) {
    void (*const function)() = trap_now;  // cucc does not compile the call trap_now()
    function();
  }
  if (is("double_free")) {
    REPORT(cudaFree(d));
    REPORT(cudaFree(d));  // MARK double_free
  }
  if (is("bad_free")) REPORT(cudaFree(host.data()));  // MARK bad_free
  if (is("copy_too_long")) {
    REPORT(cudaMemcpy(host.data(), d, 4004, cudaMemcpyDeviceToHost));  // MARK copy_too_long
  }
  if (is("copy_far_too_long")) REPORT(cudaMemcpy(host.data(), d, 5000, cudaMemcpyDeviceToHost));
  if (is("copy_direction")) {
    REPORT(cudaMemcpy(d, host.data(), 4000, cudaMemcpyDeviceToHost));  // MARK copy_direction
  }
  if (is("copy_to_null")) {
    REPORT(cudaMemcpy(nullptr, host.data(), 4, cudaMemcpyHostToDevice));  // MARK copy_to_null
  }
  if (is("copy_from_null")) {
    REPORT(cudaMemcpy(host.data(), nullptr, 4, cudaMemcpyDeviceToHost));  // MARK copy_from_null
  }
  if (is("set_null")) REPORT(cudaMemset(nullptr, 0, 4));  // MARK set_null
  if (is("destroyed_stream")) {
    int *managed = nullptr, *made = nullptr;
    cudaMallocManaged(&managed, 16);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    REPORT(cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, stream));
    REPORT(cudaMemcpy2DAsync(d, 8, host.data(), 8, 8, 2, cudaMemcpyHostToDevice, stream));
    REPORT(cudaMemcpyPeerAsync(d, 0, d + 8, 0, 16, stream));
    REPORT(cudaMemsetAsync(d, 1, 16, stream));
    REPORT(cudaMallocAsync(&made, 16, stream));
    REPORT(cudaFreeAsync(d, stream));
    REPORT(cudaMemPrefetchAsync(managed, 16, 0, stream));
    cudaMemcpy(host.data(), d, 4, cudaMemcpyDeviceToHost);
    std::printf("still %d\n", host[0]);
    return 0;
  }
  if (is("endless_rectangle")) {
    constexpr size_t kHalf = size_t{1} << 63;
    REPORT(cudaMemcpy2D(d, kHalf, host.data(), 8, 8, 3, cudaMemcpyHostToDevice));
    REPORT(cudaMemcpy2D(host.data(), 8, d, kHalf, 8, 3, cudaMemcpyDeviceToHost));
    REPORT(cudaMemset2D(d, kHalf, 0, 8, 3));
    return 0;
  }
  if (is("nothing_to_null")) REPORT(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  if (is("device_pointer_on_host")) {
    volatile int sum = d[3];  // MARK host_read
    std::printf("sum %d\n", sum);
  }
  if (is("freed_host_memory_in_library")) {
    int* pinned = nullptr;
    cudaMallocHost(&pinned, 400);
    std::fill(pinned, pinned + 100, 3);
    cudaFreeHost(pinned);                               // MARK host_freed
    const std::vector<int> copy(pinned, pinned + 100);  // MARK host_copy
    std::printf("sum %d\n", copy[3]);
  }
  if (is("peer")) {
    int* e = nullptr;
    cudaSetDevice(1);
    cudaMalloc(&e, 400);
    cudaSetDevice(0);
    write_at<<<1, 1>>>(e, 0);
  }
  if (is("two_devices")) {
    write_at<<<1, 1>>>(nullptr, 0);
    REPORT(cudaDeviceSynchronize());
    cudaSetDevice(1);
    int* e = nullptr;
    REPORT(cudaMalloc(&e, 400));
    write_at<<<1, 1>>>(e, 0);
    REPORT(cudaDeviceSynchronize());
    return 0;
  }
  return finish();
}
