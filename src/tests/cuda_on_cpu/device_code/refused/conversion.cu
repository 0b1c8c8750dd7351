// A conversion of the host. The line that uses it does not name it.
struct Index {
  int value;
  operator int() const { return value; }
};

__global__ void k(int* p) {
  Index index{p[0]};
  p[1] = index;  // REFUSED
}
