// Device functions of the program with the names of library functions.
namespace mine {
__device__ int sort(int* p) {
  return p[0];
}
__device__ int count(int x) {
  return x;
}
}  // namespace mine
__device__ int swap(int& a, int& b) {
  int c = a;
  a = b;
  b = c;
  return c;
}
__device__ int fill(int* p, int size) {
  return p[size];
}

__global__ void k(int* p, int time) {
  int rand = time, exit = 2;
  struct {
    int find, begin;
  } data = {1, 2};
  p[0] = mine::sort(p) + mine::count(2) + swap(p[1], p[2]) + fill(p, 1);
  p[1] = rand + exit + data.find + data.begin;
}
