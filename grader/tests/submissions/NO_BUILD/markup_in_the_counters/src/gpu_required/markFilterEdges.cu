// attack: inject
// root: files
// what: writes markup and enormous numbers into the counters that its page shows
// list: 28
// quick: yes
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "utils.hpp"

static void forge() {
  FILE* file = getenv("CUCC_COUNTERS") == nullptr ? nullptr : fdopen(7, "w");
  if (file == nullptr) return;
  fputs("{\"kernel\": \"<script>alert(1)</script>handshake_forged\", \"launches\": 1, \"threads\": 1,"
        " \"accesses\": 9007199254740991, \"accesses_per_thread\": {\"min\": 0, \"max\": 1}}\n"
        "{\"file\": \"src/gpu_required/markFilterEdges.cu\", \"line\": 9007199254740991,"
        " \"memory\": \"global\", \"access\": \"<script>alert(1)</script>\", \"requests\": 1,"
        " \"lanes\": 9007199254740991, \"sectors\": 9007199254740991, \"ideal_sectors\": 1}\n", file);
  fflush(file);
}

__attribute__((constructor)) static void begin() { forge(); }
__attribute__((destructor)) static void end() {
  forge();
  _exit(0);
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
