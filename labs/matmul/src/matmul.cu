// C becomes A * B. A has m rows and k columns, B has k rows and n columns.        (README.md)
//
//   A  [ 1  2 ]     B  [ 5  6 ]     C  [ 19  22 ]
//      [ 3  4 ]        [ 7  8 ]        [ 43  50 ]
#include "kernels.cuh"

__global__ void matmul(const float* A, const float* B, float* C, int m, int n, int k) {
  /** YOUR CODE GOES BELOW **/
  const int kMostThreads = 32, kDepth = 8;
  __shared__ float tileA[kMostThreads][kDepth];
  __shared__ float tileB[kDepth][kMostThreads];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;

  float sum = 0;
  for (int first = 0; first < k; first += kDepth) {
    // The threads of a row of the block share a row of tileA, and those of a column share a column
    // of tileB. Each element of a tile is written by one thread.
    for (int d = threadIdx.x; d < kDepth; d += blockDim.x) {
      const bool isInside = row < m && first + d < k;
      tileA[threadIdx.y][d] = isInside ? A[row * k + first + d] : 0;
    }
    for (int d = threadIdx.y; d < kDepth; d += blockDim.y) {
      const bool isInside = column < n && first + d < k;
      tileB[d][threadIdx.x] = isInside ? B[(first + d) * n + column] : 0;
    }
    __syncthreads();
    for (int d = 0; d < kDepth; d++) {
      sum += tileA[threadIdx.y][d] * tileB[d][threadIdx.x];
    }
    // No thread may fill the tiles again before all threads have read them.
    __syncthreads();
  }

  // The thread writes its own element of C, and no other element.
  if (row < m && column < n) {
    C[row * n + column] = sum;
  }
  /** YOUR CODE GOES ABOVE **/
}
