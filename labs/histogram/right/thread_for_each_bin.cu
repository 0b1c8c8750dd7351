// what: Each thread owns some bins and reads all values, so no atomic function is needed.
// @@ labs/histogram/src/histogram.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int bin = tid; bin < numBins; bin += blockDim.x * gridDim.x) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      const int above = values[i] - bin * width;
      if (above >= 0 && above < width) count++;
    }
    bins[bin] += count;
  }
