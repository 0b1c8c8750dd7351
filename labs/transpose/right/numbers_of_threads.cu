// what: The threads of the whole grid have one number, and go on by the number of all threads.
// @@ labs/transpose/src/transpose.cu block 1
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int threads = blockDim.x * blockDim.y;
  int i = block * threads + threadIdx.y * blockDim.x + threadIdx.x;
  for (; i < rows * columns; i += gridDim.x * gridDim.y * threads) {
    out[i] = in[i % rows * columns + i / rows];
  }
