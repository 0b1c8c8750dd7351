// attack: write
// root: diagnosis
// what: writes without end into the one file that the checker reads
// list: 8
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "utils.hpp"

__attribute__((constructor)) static void attack() {
  const char* path = getenv("CUCC_FINDINGS");
  FILE* file = path == nullptr ? nullptr : fopen(path, "a");
  for (int line = 0; file != nullptr && line < 100000000; line++)
    if (fputs("{\"kind\": \"handshake_forged\", \"severity\": \"note\"}\n", file) < 0) break;
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
