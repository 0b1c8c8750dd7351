// A constant that the program has to compute when it starts.
int compute();
const int size = compute();

__global__ void k(int* p) {
  p[0] = size;  // REFUSED
}
