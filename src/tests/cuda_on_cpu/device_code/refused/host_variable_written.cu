// A variable of the host is written.
int changed;

__global__ void k(int* p) {
  if (p[0] != p[1]) changed = 1;  // REFUSED
}
