// The call is made by a macro; the line is that of its use.
static int next(int x) {
  return x + 1;
}
#define NEXT(x) next(x)

__global__ void k(int* p) {
  p[0] = 1;
  p[1] = NEXT(p[0]);  // REFUSED
}
