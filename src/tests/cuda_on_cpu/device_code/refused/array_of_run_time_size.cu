// An array whose length is known only at run time.
__global__ void k(int* p, int n) {
  int part[n];  // REFUSED
  for (int i = 0; i < n; i++) part[i] = p[i];
  p[0] = part[n - 1];
}
