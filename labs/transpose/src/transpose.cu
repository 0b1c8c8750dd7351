// out becomes the transposed matrix of in.           (README.md)
//
//   in  [ 1  2  3 ]     out  [ 1  4 ]
//       [ 4  5  6 ]          [ 2  5 ]
//                            [ 3  6 ]
#include "kernels.cuh"

__global__ void transpose(const float* in, float* out, int rows, int columns) {
  /** YOUR CODE GOES BELOW **/
  // A row of the tile has one element more than a block has columns. So the elements of a column
  // of the tile are in different banks of shared memory.
  const int kMostSide = 32;
  __shared__ float tile[kMostSide][kMostSide + 1];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) {
    tile[threadIdx.y][threadIdx.x] = in[row * columns + column];
  }
  // A thread reads an element of the tile that another thread has written.
  __syncthreads();

  // In out, the tile is in the place where the numbers of the block are exchanged. Threads that
  // follow each other write elements that follow each other, and no two threads the same element.
  const int outRow = blockIdx.x * blockDim.x + threadIdx.y;
  const int outColumn = blockIdx.y * blockDim.y + threadIdx.x;
  if (outRow < columns && outColumn < rows) {
    out[outRow * rows + outColumn] = tile[threadIdx.x][threadIdx.y];
  }
  /** YOUR CODE GOES ABOVE **/
}
