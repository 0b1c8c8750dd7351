// what: Each thread goes on to other elements of C, as far as the grid is too small.
// @@ labs/matmul/src/matmul.cu block 1
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < m; row += gridDim.y * blockDim.y) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    for (; column < n; column += gridDim.x * blockDim.x) {
      float even = 0, odd = 0;
      for (int i = 0; i < k; i += 2) even += A[row * k + i] * B[i * n + column];
      for (int i = 1; i < k; i += 2) odd += A[row * k + i] * B[i * n + column];
      C[row * n + column] = even + odd;
    }
  }
