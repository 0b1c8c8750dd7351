// what: Each thread reads its five elements from global memory.
// @@ labs/stencil/src/stencil.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
    int sum = 0;
    for (int j = i - kRadius; j <= i + kRadius; j++) {
      sum += in[j < 0 ? 0 : j >= n ? n - 1 : j];
    }
    out[i] = sum;
  }
