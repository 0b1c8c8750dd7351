// y becomes a * x + y, for vectors with n elements.           (README.md)
//
//   a          2
//   x          [  1,  2,  3 ]
//   y, before  [ 10, 20, 30 ]
//   y, after   [ 12, 24, 36 ]
#include "kernels.cuh"

__global__ void saxpy(int n, float a, const float* x, float* y) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;

  // The thread of element i reads and writes y[i], and writes nothing else.
  for (int i = tid; i < n; i += numThreads) {
    y[i] = a * x[i] + y[i];
  }
  /** YOUR CODE GOES ABOVE **/
}
