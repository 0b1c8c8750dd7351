// Reads the file that host code has left.
#include <cstdio>

#include "utils.hpp"

__host__ __device__ void read_file(int* to, int n) {
  FILE* file = fopen("table", "rb");
  if (file == nullptr) return;
  if (fread(to, sizeof(int), n, file) > 0) fclose(file);
}
__global__ void read_gpu(int* to, int n) {
  read_file(to, n);
}
