// What lectures show: tiles of a block, managed memory, a list in a loop, and the end of a program.
#include <cooperative_groups.h>

#include <initializer_list>

namespace groups = cooperative_groups;

__managed__ int total = 3;
extern float __shared__ of_file[];

__global__ void sum(int* numbers) {
  groups::thread_block block = groups::this_thread_block();
  groups::thread_block_tile<32> tile = groups::tiled_partition<32>(block);
  groups::thread_block_tile<16> half = groups::tiled_partition<16>(groups::this_thread_block());
  for (int* one : {numbers, numbers + 1}) *one = tile.thread_rank() + half.size();
  for (const int add : std::initializer_list<int>{1, 2}) atomicAdd(&total, add);
  of_file[0] = 1;
}

int run() {
  int* numbers = nullptr;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&numbers, 2 * sizeof(int));
  sum<<<1, 32, sizeof(float), stream>>>(numbers);
  cudaStreamSynchronize(stream);
  int seen = 0;
  cudaMemcpyFromSymbolAsync(&seen, total, sizeof total, 0, cudaMemcpyDeviceToHost, stream);
  cudaMemcpyToSymbolAsync(total, &seen, sizeof total, 0, cudaMemcpyHostToDevice, stream);
  const int first = numbers[0] + total - seen;
  cudaFree(numbers);
  cudaStreamDestroy(stream);
  cudaDeviceReset();
  return first;
}
