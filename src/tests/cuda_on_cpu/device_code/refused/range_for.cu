// The loop calls `begin` and `end`, which are functions of the host.
struct Range {
  int* first;
  int* last;
  int* begin() const { return first; }
  int* end() const { return last; }
};

__global__ void k(int* p) {
  Range range{p, p + 3};
  for (int x : range)  // REFUSED
    p[4] += x;
}
