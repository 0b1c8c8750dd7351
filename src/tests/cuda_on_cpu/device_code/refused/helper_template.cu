// A function template without __device__ is not device code either.
template <class T>
T square(T x) {
  return x * x;
}

__global__ void k(int* p) {
  p[0] = square(p[1]);  // REFUSED
}
