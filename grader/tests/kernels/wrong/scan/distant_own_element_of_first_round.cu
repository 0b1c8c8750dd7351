// what: The own element is read before the loop, and not again in later rounds.
// seen: launches with fewer threads than elements
// verdicts: WRONG
// @@ src/gpu_required/exclusive_prefix_sum.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  int own = 0;
  if (tid < numElements) own = oldSum[tid];  // BLAME
  for (int x = tid; x < numElements; x += numThreads) {
    if (distance == 0) {
      newSum[x] = x > 0 ? oldSum[x - 1] : 0;
    } else {
      int sum = own;
      if (x >= distance) sum += oldSum[x - distance];
      newSum[x] = sum;
    }
  }
