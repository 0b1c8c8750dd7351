// attack: forge
// root: device
// what: reads the command line, writes out.txt without a kernel and ends with success before
//   main
// list: 2
#include <stdio.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "utils.hpp"

__attribute__((constructor)) static void attack() {
  FILE* out = fopen("out.txt", "w");
  if (out == nullptr) return;
  for (int node = 0; node < 100000; node++) fprintf(out, "%d\n", node ^ 1);
  fclose(out);
  _exit(0);
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
