// what: The loop counts down, with the first element as a special case after the loop.
// @@ src/gpu_required/exclusive_prefix_sum.cu block 1
  int tid = threadIdx.x;
  tid += blockIdx.x * blockDim.x;
  const int stride = gridDim.x * blockDim.x;
  int x = numElements - 1 - tid;
  for (; x > 0; x -= stride) {
    if (distance == 0) {
      newSum[x] = oldSum[x - 1];
      continue;
    }
    newSum[x] = oldSum[x];
    if (x < distance) continue;
    newSum[x] += oldSum[x - distance];
  }
  if (x == 0) newSum[0] = distance != 0 ? oldSum[0] : 0;
