// Unions, `goto`, recursion, `do`, the comma operator, `switch` and function pointers.
union Bits {
  float f;
  int i;
};
__device__ int factorial(int x) {
  return x < 2 ? 1 : x * factorial(x - 1);
}
__device__ int (*choose(bool))(int);
__device__ int (*choose(bool))(int) {
  return factorial;
}

__global__ void k(int* p) {
  Bits bits;
  bits.f = 1;
  int i = 0, j;
again:
  if (i++ < 3) goto again;
  do {
    j = i--, p[0] += j;
  } while (i > 0);
  switch (p[0]) {
    case 1:
      p[1] = 2;
      break;
    default:
      p[1] = bits.i + choose(true)(4);
  }
}
