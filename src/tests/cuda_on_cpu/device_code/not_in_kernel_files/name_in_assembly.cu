extern __device__ int hidden asm("cuda_on_cpu_thread_index");  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
