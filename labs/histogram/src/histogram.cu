// Adds to each bin how many of the values belong to it.           (README.md)
//
//   width 10, numBins 3: bin 0 has the values 0 to 9, bin 1 has 10 to 19, and bin 2 has 20 to 29.
//
//   values        [ 3, 10, 7, 30, 19, -1 ]     30 and -1 belong to no bin
//   bins, before  [ 5, 0, 1 ]
//   bins, after   [ 7, 2, 1 ]
#include "kernels.cuh"

__global__ void histogram(int n, const int* values, int width, int numBins, int* bins) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;

  for (int i = tid; i < n; i += numThreads) {
    // A value below 0 is compared before the division, because -1 / 10 is 0.
    const int value = values[i];
    const int bin = value / width;
    // Threads with values of the same bin change the same element, so the addition is atomic.
    if (value >= 0 && bin < numBins) {
      atomicAdd(&bins[bin], 1);
    }
  }
  /** YOUR CODE GOES ABOVE **/
}
