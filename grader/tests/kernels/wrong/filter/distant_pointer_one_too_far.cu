// what: The pointer to the second ends is one too far.
// verdicts: WRONG MEMORY
// @@ src/gpu_required/markFilterEdges.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  const int* seconds = dst + 1;  // BLAME
  for (int x = tid; x < numEdges; x += numThreads) {
    const int p = src[x];
    const int q = seconds[x];
    int keep = 0;
    if (matches[p] == UNMATCHED && matches[q] == UNMATCHED) {
      keep = 1;
    }
    keepEdges[x] = keep;
  }
