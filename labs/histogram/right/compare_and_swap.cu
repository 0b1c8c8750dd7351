// what: The addition is made of atomicCAS, and is repeated until no other thread was faster.
// @@ labs/histogram/src/histogram.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
    if (values[i] < 0 || values[i] / width >= numBins) continue;
    int* counter = bins + values[i] / width;
    int old = atomicAdd(counter, 0), seen;
    do {
      seen = old;
      old = atomicCAS(counter, seen, seen + 1);
    } while (old != seen);
  }
