// what: The count of the free ends begins with one, so an edge with one free end is kept.
// verdicts: WRONG
// @@ src/gpu_required/markFilterEdges.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = tid; x < numEdges; x += numThreads) {
    int free_ends = 1;  // BLAME
    const int p = matches[src[x]];
    const int q = matches[dst[x]];
    if (p == UNMATCHED) free_ends++;
    if (q == UNMATCHED) free_ends++;
    keepEdges[x] = free_ends >= 2;
  }
