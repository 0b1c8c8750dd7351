// A member function without __device__.
struct Range {
  int first, last;
  int size() const { return last - first; }
};

__global__ void k(Range range, int* p) {
  p[0] = range.size();  // REFUSED
}
