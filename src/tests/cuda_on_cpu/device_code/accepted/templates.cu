// Templates of kernels and of functions, and a wrong template that is never used.
static int of_host(int x) {
  return x;
}
template <class T>
__device__ T wrong(T x) {
  return of_host(3);
}
template <int size, class T>
__global__ void fill(T* p, T value) {
  __shared__ T part[size];
  part[threadIdx.x % size] = value;
  __syncthreads();
  p[threadIdx.x] = part[threadIdx.x % size];
}
template <class T>
__device__ T larger(T a, T b) {
  return a > b ? a : b;
}
template <>
__device__ float larger<float>(float a, float b) {
  return fmaxf(a, b);
}
struct Plus {
  __device__ int operator()(int a, int b) const { return a + b; }
};
template <class F>
__global__ void combine(F f, int* p) {
  p[0] = f(larger(p[0], p[1]), (int)larger(1.0f, 2.0f));
}
template __global__ void combine<Plus>(Plus, int*);

void run(int* p) {
  fill<32><<<1, 64>>>(p, 1);
  combine<<<1, 1>>>(Plus(), p);
}
