// what: Each thread works on neighboring elements, adds the next one and subtracts the first one.
// @@ labs/stencil/src/stencil.cu block 1
  const int numThreads = blockDim.x * gridDim.x;
  const int each = (n + numThreads - 1) / numThreads;
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  const int end = min(begin + each, n);
  if (begin >= end) return;
  int sum = 0;
  for (int j = begin - kRadius; j <= begin + kRadius; j++) sum += in[max(0, min(j, n - 1))];
  out[begin] = sum;
  for (int i = begin + 1; i < end; i++) {
    sum += in[min(i + kRadius, n - 1)] - in[max(i - kRadius - 1, 0)];
    out[i] = sum;
  }
