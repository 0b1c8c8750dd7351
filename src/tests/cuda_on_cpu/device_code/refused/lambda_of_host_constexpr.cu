// A constexpr lambda that belongs to the host.
constexpr auto add_one = [](int x) { return x + 1; };

__global__ void k(int* p) {
  p[0] = add_one(p[0]);  // REFUSED
}
