// A member function without __device__ in a class template.
template <class T>
struct Pair {
  T a, b;
  T sum() const { return a + b; }
};

__global__ void k(int* p) {
  Pair<int> pair{p[0], p[1]};
  p[2] = pair.sum();  // REFUSED
}
