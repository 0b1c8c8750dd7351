// An operator of the host.
struct Vector {
  int x, y;
};
Vector operator+(Vector a, Vector b) {
  return {a.x + b.x, a.y + b.y};
}

__global__ void k(int* p) {
  Vector a{p[0], p[1]};
  Vector b = a + a;  // REFUSED
  p[2] = b.x;
}
