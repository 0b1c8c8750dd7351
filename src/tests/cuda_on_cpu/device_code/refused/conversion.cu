// A conversion function of the host, which no line calls by its name.
struct Index {
  int value;
  operator int() const { return value; }
};

__global__ void k(int* p) {
  Index index{p[0]};
  p[1] = index;  // REFUSED
}
