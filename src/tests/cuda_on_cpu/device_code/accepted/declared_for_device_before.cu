// Only one of the declarations says __device__.
__device__ int first(int x);
int first(int x) {
  return x + 1;
}
int second(int x);
__device__ int second(int x) {
  return x + 2;
}
struct Counter {
  int count;
  __device__ int next() const;
};
int Counter::next() const {
  return count + 1;
}

__global__ void k(int* p) {
  Counter counter{p[0]};
  p[0] = first(1) + second(2) + counter.next();
}
