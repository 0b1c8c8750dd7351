// A kernel is no function of the device as well.
__global__ __device__ void k(int* a) { a[0] = 1; }  // REFUSED
