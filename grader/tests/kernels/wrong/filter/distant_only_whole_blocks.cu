// what: The end of the loop is rounded down to a multiple of the size of a block.
// verdicts: WRONG
// @@ src/gpu_required/markFilterEdges.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  const int size = blockDim.x;
  const int end = numEdges - numEdges % size;  // BLAME
  int x = tid;
  while (x < end) {
    const bool first = matches[src[x]] == UNMATCHED;
    const bool second = matches[dst[x]] == UNMATCHED;
    keepEdges[x] = first && second ? 1 : 0;
    x += numThreads;
  }
