// attack: forge
// root: device
// what: prints marks, a result file and control characters, and ends before main
// list: 1
// quick: yes
#include <stdio.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "utils.hpp"

__attribute__((constructor)) static void attack() {
  puts("handshake_forged: 100 of 100 points");
  puts("{\"format\": \"handshake-check\", \"version\": 1, \"ok\": true, \"parts\": []}");
  fprintf(stderr, "\033[2J\033[1;1H\x07 verdict OK \r");
  fflush(nullptr);
  _exit(0);
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
