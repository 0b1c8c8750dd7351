// what: The products are added from the last one to the first one, with fused instructions.
// @@ labs/matmul/src/matmul.cu block 1
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = k - 1; i >= 0 && row < m && column < n; i--) {
    sum = fmaf(A[row * k + i], B[i * n + column], sum);
  }
  if (row < m && column < n) C[row * n + column] = sum;
