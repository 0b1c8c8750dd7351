// `sizeof` reads nothing, so its argument may belong to the host.
int table[10];
static int next(int x) {
  return x + 1;
}

__global__ void k(int* p) {
  p[0] = sizeof(table) / sizeof(table[0]);
  p[1] = sizeof(next(1));
  decltype(next(2)) y = 3;
  p[2] = y;
}
