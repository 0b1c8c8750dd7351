// One program with many mistakes that only the diagnostic build can show; the argument chooses a
// mistake. A comment "MARK name" at the end of a line marks the line that a finding must name.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kCount = 256;

__global__ void one_too_many(int* values, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= count; i += gridDim.x * blockDim.x) {
    values[i] = i;  // MARK one_too_many
  }
}
__global__ void one_before(int* values) {
  values[(int)threadIdx.x - 1] = 1;  // MARK one_before
}
struct Edge {
  int from, to;
};
// The instrumentation of g++ does not report accesses to structs that are returned or passed by
// value: see translate/accesses.hpp.
struct Box {
  int length, width, height, weight, price;
};
__device__ Box make_box(int i) {
  return {i, i, i, i, i};
}
__device__ Edge make_edge(int i) {
  return {i, i};
}
__device__ int volume(Box box) {
  return box.length * box.width * box.height;
}
__device__ int length(Edge edge) {
  return edge.to - edge.from;
}
__global__ void large_result(Box* boxes) {
  boxes[3] = make_box(1);  // MARK large_result
}
__global__ void small_result(Edge* edges) {
  edges[kCount / 2] = make_edge(1);  // MARK small_result
}
__global__ void large_argument(const Box* boxes, int* result) {
  *result = volume(boxes[3]);  // MARK large_argument
}
__global__ void small_argument(const Edge* edges, int* result) {
  *result = length(edges[kCount / 2]);  // MARK small_argument
}
__global__ void unset_argument(const Edge* edges, int* result) {
  *result = length(edges[0]);  // MARK unset_argument
}
__global__ void result_of_each_thread(Edge* edges) {
  edges[threadIdx.x / 2] = make_edge(threadIdx.x);  // MARK result_of_each_thread
}
__global__ void past_own_array(int* values, long distance) {
  int own[2] = {1, 2};
  int* const begin = own;
  begin[distance] = 3;  // MARK past_own_array
  *values = own[0];
}
__global__ void through_own_array(int* values, int count) {
  int own[16];
  int* at = own;
  for (int x = 0; x < count; x++) *at++ = x;  // MARK through_own_array
  *values = own[3];
}
__global__ void past_constants(int* values, long distance) {
  static const int known[2] = {1, 2};
  const int* const begin = known;
  *values = begin[distance];  // MARK past_constants
}
__global__ void result_of_library(double* fraction, int* exponent) {
  *fraction = frexp(3.0, exponent + kCount);  // MARK result_of_library
}
__global__ void multiply(int* values, int factor) {
  *values = (factor + static_cast<int>(threadIdx.x)) * 40000;  // MARK int_overflow
}
__global__ void set_bit(int* values, int bit) {
  *values = static_cast<int>(1u << bit);  // MARK shift_too_far
}
__global__ void compare_as_floats(int* values, int weight) {
  const float rounded = weight;  // MARK float_rounding
  *values = rounded > 3;
}
__global__ void keep_short(int* values, int node) {
  const short kept = node;  // MARK narrowing
  *values = kept;
}
struct Halves {
  short from;
  signed char small;
};
__device__ int kept_as_argument(short node) {
  return node;
}
// Stores numbers that are too large for short or signed char, but would fit into unsigned types.
__global__ void keep_in_parts(int* values, int node, int step) {
  __shared__ short tile[2];
  short own[2];
  Halves halves;
  tile[threadIdx.x] = node;  // MARK short_in_tile
  own[threadIdx.x] = node;   // MARK short_in_own_array
  halves.from = node;        // MARK short_in_struct
  halves.small = step;       // MARK small_in_struct
  values[0] = tile[threadIdx.x] + own[threadIdx.x] + halves.from + halves.small;
  values[1] = kept_as_argument(node);                      // MARK short_argument
  values[2] = values[(static_cast<short>(node) & 1) + 3];  // MARK short_cast
}
// Right conversions: numbers that fit, numbers that rounding does not change, and signs that are
// lost and restored.
__global__ void right_numbers(int* values, int number, unsigned short half) {
  const float exact = number * 1024;
  const short negative = -number;
  const unsigned short turned = static_cast<unsigned short>(negative);
  const short copied = static_cast<short>(half);
  const short most = number;
  const short sum = negative + most;
  unsigned hash = 2166136261u;
  hash = (hash ^ static_cast<unsigned>(number)) * 16777619u;
  *values = exact > 0 ? negative + turned + copied + sum + static_cast<int>(hash & 1) : -number;
}
// A copy of a struct includes the gap between its members, which no thread has written.
struct Gap {
  char letter;
  int number;
};
__device__ int sum(Gap gap) {
  return gap.letter + gap.number;
}
__global__ void right_structs(Gap* gaps, Edge* edges, Box* boxes) {
  gaps[threadIdx.x].letter = 1;
  gaps[threadIdx.x].number = 2;
  edges[threadIdx.x] = make_edge(sum(gaps[threadIdx.x]));
  boxes[threadIdx.x] = make_box(length(edges[threadIdx.x]));
  gaps[threadIdx.x].number = volume(boxes[threadIdx.x]);
}
struct Unknown;
__global__ void past_edges(Edge* edges, const Unknown*) {
  edges[kCount / 2].to = 1;  // MARK past_edges
}
__global__ void inside_of_array(const int*, int* values) {
  values[kCount / 2] = 1;  // MARK inside_of_array
}
__global__ void one_past_either(int* first, int* second) {
  first[kCount] = second[0];  // MARK two_names
}
__global__ void past_second(int* first, int* second) {
  if (first != second) second[kCount / 2] = 1;  // MARK past_second
}
template <class... T>
__global__ void past_pack(T*... arrays) {
  int* all[] = {arrays...};
  all[1][kCount] = 1;  // MARK past_pack
}
__global__ void read_all(const int* values, int* result) {
  result[threadIdx.x] = values[threadIdx.x];  // MARK uninitialised_read
}
__global__ void half_of_shared(int* result) {
  __shared__ int s[64];
  if (threadIdx.x < 32) s[threadIdx.x] = 1;
  __syncthreads();
  result[threadIdx.x] = s[threadIdx.x];  // MARK uninitialised_shared
}
__global__ void beside_shared(int* result) {
  __shared__ int other[64], s[64];
  other[threadIdx.x] = threadIdx.x;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = s[threadIdx.x + 1] + other[0];  // MARK shared_out_of_bounds
}
__global__ void far_beside_shared(int* result) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  result[threadIdx.x] = s[threadIdx.x - 1];  // MARK far_beside_shared
}
__global__ void beside_dynamic(int* result) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;  // MARK dynamic_out_of_bounds
  result[threadIdx.x] = 2;
}
__global__ void scan_in_place(int* values, int distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = values[i];
  if (i >= distance) {
    sum += values[i - distance];  // MARK scan_read
  }
  values[i] = sum;  // MARK scan_write
}
__global__ void choose_and_break(int* values, int n) {
  constexpr int step = sizeof(int) == 4 ? 1 : 2;
  int zeros[step == 1 ? 4 : 8] = {};
  for (int i = threadIdx.x;; i += 2 * step) {
    const int value = i < n ? values[i] : -1;
    if (value < 0)
      break;
    else
      values[i] = value + zeros[0];
    switch (step) {
      case 1:
        break;
    }
  }
}
__global__ void write_both_ends(const int* partner, int* matches) {
  const int i = threadIdx.x;
  matches[i] = i;                // MARK own_end
  matches[partner[i]] = i * 10;  // MARK other_end
}
__global__ void set_flag(int* flag) {
  *flag = 1;  // MARK same_value
}
__global__ void histogram(const int* values, int* counts) {
  counts[values[blockIdx.x * blockDim.x + threadIdx.x] & 7]++;  // MARK histogram
}
__global__ void peek_at_maximum(int* maximum) {
  if (*maximum < (int)threadIdx.x) {       // MARK peek
    atomicMax(maximum, (int)threadIdx.x);  // MARK atomic_maximum
  }
}
__global__ void reset_counter(int* counter) {
  if (threadIdx.x == 40) *counter = 0;  // MARK plain_write
  atomicAdd(counter, 1);                // MARK atomic_add
}
__global__ void wait_for_other_block(int* values) {
  if (blockIdx.x == 0) values[threadIdx.x] = 1;  // MARK first_block
  __syncthreads();
  if (blockIdx.x == 1) values[32 + threadIdx.x] = values[threadIdx.x];  // MARK second_block
}
__global__ void missing_barrier(int* result) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;               // MARK barrier_write
  result[threadIdx.x] = s[63 - threadIdx.x];  // MARK barrier_read
}
__global__ void missing_syncwarp(int* result) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  __syncwarp();
  s[threadIdx.x] = threadIdx.x;              // MARK warp_write
  result[threadIdx.x] = s[threadIdx.x ^ 1];  // MARK warp_read
}
__global__ void change_after_same_value(int* result) {
  __shared__ int s[2];
  s[threadIdx.x] = 0;
  __syncwarp();
  if (threadIdx.x == 0) atomicAdd(result, s[1]);  // MARK read_before_writes
  if (threadIdx.x == 1) {
    s[1] = 0;
    atomicAdd(result, 1);
    s[1] = 1;  // MARK second_write
  }
}
__global__ void byte_neighbors(unsigned char* bytes) {
  bytes[threadIdx.x / 2] = (unsigned char)threadIdx.x;  // MARK bytes
}
__global__ void write_null(int* values) {
  values[3] = 1;  // MARK null
}
__global__ void write_misaligned(char* bytes) {
  *(int*)(bytes + 2) = 1;  // MARK misaligned
}
int host_variable = 3;
__global__ void read_host_variable(unsigned long long place, int* result) {
  *result = *(const int*)place;  // MARK host_variable
}
__global__ void keep_static(int* result) {
  static int calls = 0;
  if (threadIdx.x == 0) *result = ++calls;
}
struct Wrapped {
  const int* pointer;
};
__global__ void read_wrapped(Wrapped wrapped, int* result) {
  *result = wrapped.pointer[2];  // MARK wrapped_host_pointer
}
__global__ void spin(volatile int* flag) {
  while (*flag == 0) {  // MARK spin
  }
}
__global__ void shuffle_partly(int* result) {
  if (threadIdx.x < 16) {
    result[threadIdx.x] = __shfl_down_sync(0xffffu, (int)threadIdx.x, 8);  // MARK shuffle
  }
}
// The last block that gets a ticket changes what all blocks have written. Each enumerator is a
// mistake: no fence, no barrier, a write after the ticket, or two counters of tickets.
enum Part { first_fence, first_barrier, late_write, counter };
__device__ unsigned int tickets, other_tickets;
template <Part missing>
__global__ void finish_in_last_block(int* values) {
  __shared__ unsigned int ticket;
  int& own = values[blockIdx.x * blockDim.x + threadIdx.x];
  if (missing != late_write) own = threadIdx.x + 1;  // MARK published
  if (missing != first_fence) __threadfence();
  if (missing != first_barrier) __syncthreads();
  if (threadIdx.x == 0) {
    if (missing == counter) {
      atomicInc(blockIdx.x == gridDim.x - 1 ? &tickets : &other_tickets, gridDim.x - 1);
      ticket = blockIdx.x;
    } else {
      ticket = atomicInc(&tickets, gridDim.x - 1);
    }
  }
  if (missing == late_write) own = threadIdx.x + 1;  // MARK written_late
  __syncthreads();
  if (ticket != gridDim.x - 1) return;
  for (int i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
    values[i] += 3;  // MARK by_last_block
}
__global__ void copy_without_wait(const int* values, int* result) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, values, sizeof tile);  // MARK copy_not_awaited
  block.sync();
  result[threadIdx.x] = tile[threadIdx.x];  // MARK early_read
}
__global__ void copy_to_two_tiles(const int* values, int* result) {
  __shared__ int tiles[2][64];
  const cg::thread_block block = cg::this_thread_block();
  tiles[1][threadIdx.x] = 1;
  block.sync();
  cg::memcpy_async(block, tiles[0], values, sizeof tiles[0]);
  cg::memcpy_async(block, tiles[1], values + 64, sizeof tiles[1]);  // MARK second_copy
  cg::wait_prior<1>(block);
  result[threadIdx.x] = tiles[0][threadIdx.x] + tiles[1][threadIdx.x];  // MARK second_tile_read
}
__global__ void copy_while_source_changes(int* values, int* result) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, values, sizeof tile);  // MARK copy_of_changed
  block.sync();
  values[63 - threadIdx.x] = 1;  // MARK source_changed
  cg::wait(block);
  result[threadIdx.x] = tile[threadIdx.x];
}
__global__ void copy_before_others_have_read(const int* values, int* result) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  tile[threadIdx.x] = threadIdx.x;
  block.sync();
  result[threadIdx.x] = tile[63 - threadIdx.x];        // MARK read_before_copy
  cg::memcpy_async(block, tile, values, sizeof tile);  // MARK copy_over_read
  cg::wait(block);
  result[threadIdx.x] += tile[threadIdx.x];
}
__global__ void copy_too_much(const int* values, int* result) {
  __shared__ int tile[300];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, values, sizeof tile);  // MARK copy_past_source
  cg::wait(block);
  result[threadIdx.x] = tile[threadIdx.x];
}
__global__ void copy_to_small_tile(const int* values, int* result) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, values, sizeof(int) * 65);  // MARK copy_past_target
  cg::wait(block);
  result[threadIdx.x] = tile[threadIdx.x];
}
__global__ void copy_by_one_thread(const int* values, int* result) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x == 0) cg::memcpy_async(block, tile, values, sizeof tile);  // MARK copy_by_one
  cg::wait(block);                                                           // MARK wait_of_others
  result[threadIdx.x] = tile[threadIdx.x];
}
__global__ void wait_by_one_thread(const int* values, int* result) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, values, sizeof tile);
  if (threadIdx.x != 0) return;
  cg::wait(block);  // MARK wait_by_one
  result[threadIdx.x] = tile[threadIdx.x];
}
__global__ void count_up(int* count) {
  const int before = *count;
  *count = before + 1;
}
__global__ void nothing() {}

template <class T = int>
static T* allocate(size_t count) {
  T* d = nullptr;
  cudaMalloc(&d, count * sizeof(T));  // MARK allocation
  return d;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  int* d = allocate(kCount);
  int* e = allocate(kCount);
  cudaMemset(e, 0, kCount * sizeof(int));
  if (!is("uninitialised_read") && !is("uninitialised_copy") && !is("unset_argument") &&
      !is("half_element") && !is("right_structs")) {
    cudaMemset(d, 0, kCount * sizeof(int));
  }
  std::vector<int> host(kCount, 5);

  if (is("one_too_many")) one_too_many<<<2, 32>>>(d, kCount);
  if (is("one_before")) one_before<<<1, 32>>>(d);
  if (is("one_before_a_page")) one_before<<<1, 32>>>(allocate(1024));
  if (is("past_edges")) past_edges<<<1, 1>>>(reinterpret_cast<Edge*>(d), nullptr);
  Edge* const edges = reinterpret_cast<Edge*>(d);
  if (is("large_result") || is("large_argument")) {
    Box* boxes;
    cudaMalloc(&boxes, 3 * sizeof(Box));  // MARK boxes
    cudaMemset(boxes, 0, 3 * sizeof(Box));
    if (is("large_result")) large_result<<<1, 1>>>(boxes);
    if (is("large_argument")) large_argument<<<1, 1>>>(boxes, d);
    cudaFree(boxes);
  }
  if (is("small_result")) small_result<<<1, 1>>>(edges);
  if (is("small_argument")) small_argument<<<1, 1>>>(edges, e);
  if (is("unset_argument")) unset_argument<<<1, 1>>>(edges, e);
  if (is("result_of_each_thread")) result_of_each_thread<<<1, 8>>>(edges);
  if (is("past_own_array")) past_own_array<<<1, 1>>>(d, 1L << 30);
  if (is("just_past_own_stack")) past_own_array<<<1, 1>>>(d, 1000);
  if (is("right_own_array")) through_own_array<<<1, 1>>>(d, 16);
  if (is("through_own_array")) through_own_array<<<2, 40>>>(d, 24);
  if (is("past_constants")) past_constants<<<1, 1>>>(d, 1L << 30);
  if (is("result_of_library")) result_of_library<<<1, 1>>>(reinterpret_cast<double*>(d), e);
  if (is("int_overflow")) multiply<<<1, 1>>>(d, 65537);
  if (is("shift_too_far")) set_bit<<<1, 1>>>(d, 32);
  if (is("float_rounding")) compare_as_floats<<<1, 1>>>(d, 16777217);
  if (is("narrowing")) keep_short<<<1, 1>>>(d, 65537);
  for (const char* place : {"short_in_tile", "short_in_own_array", "short_in_struct",
                            "small_in_struct", "short_argument", "short_cast"})
    if (is(place)) keep_in_parts<<<1, 1>>>(d, 40000, 200);
  if (is("right_numbers")) right_numbers<<<1, 1>>>(d, 32767, 65535);
  if (is("right_structs")) {
    right_structs<<<1, 8>>>((Gap*)d, edges + 16, (Box*)e);
  }
  if (is("inside_of_array")) inside_of_array<<<1, 1>>>(e, d + kCount / 2);
  if (is("past_second")) past_second<<<1, 1>>>(d, d + kCount / 2);
  if (is("two_names")) one_past_either<<<1, 1>>>(d, d);
  if (is("past_pack")) past_pack<<<1, 1>>>(d, e);
  if (is("uninitialised_read")) read_all<<<1, 32>>>(d, e);
  if (is("half_element")) {
    cudaMemset(d, 0, 2);
    read_all<<<1, 1>>>(d, e);
  }
  if (is("uninitialised_copy")) {
    cudaMemcpy(host.data(), d, 4 * kCount, cudaMemcpyDeviceToHost);  // MARK uninitialised_copy
  }
  if (is("uninitialised_shared")) half_of_shared<<<1, 64>>>(d);
  if (is("shared_out_of_bounds")) beside_shared<<<1, 64>>>(d);
  if (is("far_beside_shared")) far_beside_shared<<<1, 64>>>(d);
  if (is("dynamic_out_of_bounds")) beside_dynamic<<<1, 64, 63 * sizeof(int)>>>(d);
  if (is("scan")) scan_in_place<<<2, 128>>>(d, 1);  // MARK scan_launch
  if (is("choices")) choose_and_break<<<1, 2>>>(d, 2);
  if (is("both_ends")) write_both_ends<<<1, 32>>>(e, d);
  if (is("same_value")) set_flag<<<2, 32>>>(d);
  if (is("histogram")) histogram<<<4, 32>>>(e, d);
  if (is("peek")) peek_at_maximum<<<1, 64>>>(d);
  if (is("plain_write")) reset_counter<<<1, 64>>>(d);
  if (is("blocks")) wait_for_other_block<<<2, 32>>>(d);
  if (is("barrier")) missing_barrier<<<1, 64>>>(d);
  if (is("syncwarp")) missing_syncwarp<<<1, 32>>>(d);
  if (is("second_write")) change_after_same_value<<<1, 2>>>(d);
  if (is("bytes")) byte_neighbors<<<1, 64>>>((unsigned char*)d);
  if (is("null")) write_null<<<1, 1>>>(nullptr);
  if (is("misaligned")) write_misaligned<<<1, 1>>>((char*)d);
  if (is("host_variable")) read_host_variable<<<1, 1>>>((unsigned long long)&host_variable, d);
  if (is("static")) keep_static<<<1, 2>>>(d);
  if (is("wrapped")) read_wrapped<<<1, 1>>>(Wrapped{host.data()}, d);
  if (is("spin")) spin<<<1, 1>>>(d);
  if (is("shuffle")) shuffle_partly<<<1, 32>>>(d);
  if (is("no_first_fence")) finish_in_last_block<first_fence><<<2, 64>>>(d);
  if (is("no_barrier_before_ticket")) finish_in_last_block<first_barrier><<<2, 64>>>(d);
  if (is("write_after_ticket")) finish_in_last_block<late_write><<<2, 64>>>(d);
  if (is("another_counter")) finish_in_last_block<counter><<<2, 64>>>(d);
  if (is("copy_without_wait")) copy_without_wait<<<1, 64>>>(e, d);
  if (is("copy_to_two_tiles")) copy_to_two_tiles<<<1, 64>>>(e, d);
  if (is("copy_while_source_changes")) copy_while_source_changes<<<1, 64>>>(e, d);
  if (is("copy_before_others_have_read")) copy_before_others_have_read<<<1, 64>>>(e, d);
  if (is("copy_too_much")) copy_too_much<<<1, 64>>>(e, d);
  if (is("copy_to_small_tile")) copy_to_small_tile<<<1, 64>>>(e, d);
  if (is("copy_by_one_thread")) copy_by_one_thread<<<1, 64>>>(e, d);
  if (is("wait_by_one_thread")) wait_by_one_thread<<<1, 64>>>(e, d);
  if (is("freed")) {
    cudaFree(e);  // MARK freed
    read_all<<<1, 32>>>(e, d);
    e = nullptr;
  }
  if (is("unchecked")) nothing<<<1, 2048>>>();  // MARK unchecked
  if (is("checked")) {
    nothing<<<1, 2048>>>();
    cudaGetLastError();
  }
  cudaDeviceSynchronize();
  if (is("wrong_exit")) return 3;
  if (is("lost_update")) {
    count_up<<<1, 64>>>(d);
    cudaMemcpy(host.data(), d, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
  }
  if (!is("leak")) cudaFree(d);
  cudaFree(e);
  return 0;
}
