// Mathematical functions, with and without std::.
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdlib>

__global__ void k(float* f, double* d, int* p) {
  f[0] = sqrtf(f[1]) + fabsf(f[2]) + expf(f[3]) + powf(f[4], 2) + fminf(f[5], f[6]);
  d[0] = sqrt(d[1]) + pow(d[2], 3) + floor(d[3]) + ceil(p[0] / 2.0) + log2(d[4]) + fmax(d[5], d[6]);
  f[7] = std::sqrt(f[1]) + std::abs(f[2]) + std::floor(f[3]) + std::pow(f[4], 2);
  p[0] = abs(p[1]) + std::abs(p[2]) + max(p[3], 4) + min(5u, 6u) + INT_MAX;
  p[1] = isnan(f[0]) + std::isinf(d[0]) + (int)lround(d[1]) + __float2int_rn(f[1]);
  f[8] = FLT_MAX + INFINITY + rsqrtf(f[1]) + __expf(f[2]);
  double s, c;
  sincos(d[1], &s, &c);
  d[7] = s + c + fma(d[1], d[2], d[3]) + hypot(d[1], d[2]) + erf(d[3]);
}
