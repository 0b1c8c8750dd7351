// what: A thread counts neighboring values of the same bin itself, and adds them at once.
// @@ labs/histogram/src/histogram.cu block 1
  const int numThreads = blockDim.x * gridDim.x;
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int each = (n + numThreads - 1) / numThreads;
  int bin = -1, count = 0;
  for (int i = tid * each; i < n && i < (tid + 1) * each; i++) {
    const int next = values[i] < 0 ? -1 : values[i] / width;
    if (next != bin) {
      if (bin >= 0 && bin < numBins) atomicAdd(bins + bin, count);
      bin = next;
      count = 0;
    }
    count++;
  }
  if (bin >= 0 && bin < numBins) atomicAdd(bins + bin, count);
