// Parameters and local variables that have the names of host functions and host variables.
static int n = 5;
static int next(int x) {
  return x + n;
}
int run() {
  return next(1);
}

__global__ void k(int* p, int n) {
  int next = 3;
  for (int count = 0; count < n; count++) p[count] = next;
}
