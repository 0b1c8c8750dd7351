// what: Only the block's own elements are in shared memory; neighbors outside are read from in.
// @@ labs/stencil/src/stencil.cu block 1
  __shared__ int own[256];
  const int lane = threadIdx.x, size = blockDim.x;
  for (int first = blockIdx.x * size; first < n; first += size * gridDim.x) {
    const int i = first + lane;
    if (i < n) own[lane] = in[i];
    __syncthreads();
    int sum = 0;
    for (int j = i - kRadius; j <= i + kRadius && i < n; j++) {
      const int near = min(max(j, 0), n - 1);
      sum += near >= first && near < first + size ? own[near - first] : in[near];
    }
    if (i < n) out[i] = sum;
    __syncthreads();
  }
