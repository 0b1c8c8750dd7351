// what: Each block counts in shared memory, and adds its counters to the bins at the end.
// @@ labs/histogram/src/histogram.cu block 1
  __shared__ int own[512];
  for (int bin = threadIdx.x; bin < numBins; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (values[i] >= 0 && values[i] < numBins * width) atomicAdd(&own[values[i] / width], 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < numBins; bin += blockDim.x) {
    if (own[bin] > 0) atomicAdd(&bins[bin], own[bin]);
  }
