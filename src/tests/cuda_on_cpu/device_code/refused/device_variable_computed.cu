// A device variable cannot be computed when the program starts.
int compute();
__device__ int size = compute();  // REFUSED

__global__ void k(int* p) {
  p[0] = size;
}
