// `thread_local` belongs to the threads of the host.
__global__ void k(int* p) {
  thread_local int count = 0;  // REFUSED
  p[0] = ++count;
}
