// what: The first thread of each block counts as the thread of the first element.
// seen: launches with several blocks, or with fewer threads than elements
// verdicts: WRONG
// @@ src/gpu_required/exclusive_prefix_sum.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  const bool is_head = threadIdx.x == 0;  // BLAME
  for (int x = tid; x < numElements; x += numThreads) {
    if (distance > 0) {
      newSum[x] = oldSum[x] + (x >= distance ? oldSum[x - distance] : 0);
      continue;
    }
    int sum = 0;
    if (!is_head) sum = oldSum[x - 1];
    newSum[x] = sum;
  }
