// Handlers of exceptions.
__global__ void k(int* p) {
  try {  // REFUSED
    p[0] = 1;
  } catch (...) {
    p[0] = 2;
  }
}
