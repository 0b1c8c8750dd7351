// The short vector types of CUDA (int2, float4, ...), their make_ functions and dim3.
#pragma once
#pragma GCC system_header

#define CUDA_ON_CPU_VECTORS(T, name, align2, align4)  \
  struct name##1 {                                    \
    T x;                                              \
  };                                                  \
  struct alignas(align2) name##2 {                    \
    T x, y;                                           \
  };                                                  \
  struct name##3 {                                    \
    T x, y, z;                                        \
  };                                                  \
  struct alignas(align4) name##4 {                    \
    T x, y, z, w;                                     \
  };                                                  \
  inline name##1 make_##name##1(T x) {                \
    return name##1 {x};                               \
  }                                                   \
  inline name##2 make_##name##2(T x, T y) {           \
    return name##2 {x, y};                            \
  }                                                   \
  inline name##3 make_##name##3(T x, T y, T z) {      \
    return name##3 {x, y, z};                         \
  }                                                   \
  inline name##4 make_##name##4(T x, T y, T z, T w) { \
    return name##4 {x, y, z, w};                      \
  }

CUDA_ON_CPU_VECTORS(signed char, char, 2, 4)
CUDA_ON_CPU_VECTORS(unsigned char, uchar, 2, 4)
CUDA_ON_CPU_VECTORS(short, short, 4, 8)
CUDA_ON_CPU_VECTORS(unsigned short, ushort, 4, 8)
CUDA_ON_CPU_VECTORS(int, int, 8, 16)
CUDA_ON_CPU_VECTORS(unsigned int, uint, 8, 16)
CUDA_ON_CPU_VECTORS(long, long, 16, 16)
CUDA_ON_CPU_VECTORS(unsigned long, ulong, 16, 16)
CUDA_ON_CPU_VECTORS(long long, longlong, 16, 16)
CUDA_ON_CPU_VECTORS(unsigned long long, ulonglong, 16, 16)
CUDA_ON_CPU_VECTORS(float, float, 8, 16)
CUDA_ON_CPU_VECTORS(double, double, 16, 16)
#undef CUDA_ON_CPU_VECTORS

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
