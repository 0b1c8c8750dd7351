// A macro makes the call; the error must name the line that uses the macro.
static int next(int x) {
  return x + 1;
}
#define NEXT(x) next(x)

__global__ void k(int* p) {
  p[0] = 1;
  p[1] = NEXT(p[0]);  // REFUSED
}
