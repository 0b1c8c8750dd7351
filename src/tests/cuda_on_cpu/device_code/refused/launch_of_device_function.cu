// A launch of a function of the device.
__device__ void k(int* a) { a[0] = 1; }
void f(int* a) {
  k<<<1, 256>>>(a);  // REFUSED
}
