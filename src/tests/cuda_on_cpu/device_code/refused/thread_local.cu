// thread_local is of the host's threads.
__global__ void k(int* p) {
  thread_local int count = 0;  // REFUSED
  p[0] = ++count;
}
