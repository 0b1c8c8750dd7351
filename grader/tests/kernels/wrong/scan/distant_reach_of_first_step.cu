// what: The first step must move by one, but its reach is 0.
// verdicts: WRONG
// @@ src/gpu_required/exclusive_prefix_sum.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  const int reach = distance > 0 ? distance : 0;  // BLAME
  for (int x = tid; x < numElements; x += numThreads) {
    int sum = 0;
    if (distance > 0) sum = oldSum[x];
    if (x >= reach) {
      sum += oldSum[x - reach];
    }
    newSum[x] = sum;
  }
