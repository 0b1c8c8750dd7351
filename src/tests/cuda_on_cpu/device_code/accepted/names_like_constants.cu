// Local variables and parameters with the name of a variable in __constant__ memory.
__constant__ float s[4];
__constant__ int n;
__global__ void local(float* out) {
  float s = 1;
  s += 2;
  *out = s * n;
}
__global__ void pointer(float* s, const int* __restrict__ in) {
  s[0] = in[0];
  for (int n = 0; n < 3; n++) s[n] += n;
}
__device__ int reference(int& n) {
  n++;
  return n;
}
__global__ void array(int* out) {
  int n[2] = {1, 2};
  n[0]++;
  *out = n[0] + reference(n[1]);
}
