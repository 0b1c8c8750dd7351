// what: The tile has one dimension, and is written transposed and read in order.
// @@ labs/transpose/src/transpose.cu block 1
  __shared__ float tile[32 * 32];
  const int side = blockDim.x;
  const int left = blockIdx.x * side, top = blockIdx.y * side;
  const int x = threadIdx.x, y = threadIdx.y;
  bool isInside = top + y < rows && left + x < columns;
  if (isInside) tile[x * side + y] = in[(top + y) * columns + left + x];
  __syncthreads();
  isInside = left + y < columns && top + x < rows;
  if (isInside) out[(left + y) * rows + top + x] = tile[y * side + x];
