// An example with two mistakes, which cucc --diagnose finds: an index that is too large by one, and
// threads that count in the same element at the same time.
#include <cstdio>

__global__ void histogram(const int* values, int count, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= count) bins[values[i] % 4]++;
}

int main() {
  const int count = 100;
  int *values, *bins;
  cudaMallocManaged(&values, count * sizeof(int));
  cudaMallocManaged(&bins, 4 * sizeof(int));
  for (int i = 0; i < count; i++) values[i] = i;
  for (int i = 0; i < 4; i++) bins[i] = 0;
  histogram<<<1, 128>>>(values, count, bins);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d\n", bins[0], bins[1], bins[2], bins[3]);
  cudaFree(values);
  cudaFree(bins);
}
