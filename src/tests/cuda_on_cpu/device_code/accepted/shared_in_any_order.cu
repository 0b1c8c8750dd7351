// The words of a declaration of shared memory may come in any order.
struct Pair {
  int a, b;
};
__shared__ int of_file[32];

__global__ void k(int* p) {
  int __shared__ first[32];
  extern int __shared__ dynamic[];
  static __shared__ Pair pairs[4], one;
  volatile __shared__ float fast[2][8];
  __shared__ alignas(16) int4 wide[2];
  __shared__ int* pointer;
  pointer = first;
  first[threadIdx.x] = p[0];
  dynamic[0] = pointer[0];
  fast[1][2] = 1;
  one.a = wide[0].x = 2;
  pairs[1] = one;
  of_file[3] = pairs[1].a;
  p[1] = of_file[3] + dynamic[0] + (int)fast[1][2];
}
