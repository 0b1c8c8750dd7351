<:<:gnu::no_sanitize("thread"):>:> __device__ int look(int* p) {  // REFUSED
  return *p;
}
__global__ void k(int* p) {
  p[0] = look(p + 1);
}
