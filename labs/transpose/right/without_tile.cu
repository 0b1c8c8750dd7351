// what: Each thread copies one element, without shared memory.
// @@ labs/transpose/src/transpose.cu block 1
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
  out[column * rows + row] = in[row * columns + column];
