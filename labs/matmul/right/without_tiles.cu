// what: Each thread reads a row of A and a column of B from global memory.
// @@ labs/matmul/src/matmul.cu block 1
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; i++) {
    sum += A[row * k + i] * B[i * n + column];
  }
  C[row * n + column] = sum;
