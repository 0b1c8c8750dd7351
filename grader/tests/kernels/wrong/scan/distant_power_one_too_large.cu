// what: The search for the power of two that is the distance goes one step too far.
// verdicts: WRONG
// @@ src/gpu_required/exclusive_prefix_sum.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  int bits = 0;
  while ((1 << bits) <= distance) bits++;  // BLAME
  const int far = 1 << bits;
  for (int x = tid; x < numElements; x += numThreads) {
    int sum = distance == 0 ? 0 : oldSum[x];
    const int left = x - far;
    if (left >= 0) sum += oldSum[left];
    newSum[x] = sum;
  }
