// The second of the two source files of language_test.
#include "language.cuh"

static __global__ void only_here(int* values) {
  values[threadIdx.x] = plus_hundred(threadIdx.x);
}

void launch_from_another_file(int* values) {
  only_here<<<1, 32>>>(values);
}
