// Static variables of a kernel with constants as initial values.
__global__ void k(int* p) {
  static int calls = 0;
  static const int table[] = {1, 2, 3};
  constexpr int more[] = {4, 5, 6};
  calls++;
  p[0] = table[p[1]] + more[p[2]];
}
