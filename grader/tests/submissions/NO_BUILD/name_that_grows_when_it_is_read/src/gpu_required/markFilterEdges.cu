// attack: exhaust
// root: device
// what: calls a function whose name is short in the object, but gigabytes long when printed
// list: 30
#include "gpuHeaders.cuh"
#include "utils.hpp"

template <class A, class B>
struct Pair {};
using T0 = Pair<int, int>;
using T1 = Pair<T0, T0>;
using T2 = Pair<T1, T1>;
using T3 = Pair<T2, T2>;
using T4 = Pair<T3, T3>;
using T5 = Pair<T4, T4>;
using T6 = Pair<T5, T5>;
using T7 = Pair<T6, T6>;
using T8 = Pair<T7, T7>;
using T9 = Pair<T8, T8>;
using T10 = Pair<T9, T9>;
using T11 = Pair<T10, T10>;
using T12 = Pair<T11, T11>;
using T13 = Pair<T12, T12>;
using T14 = Pair<T13, T13>;
using T15 = Pair<T14, T14>;
using T16 = Pair<T15, T15>;
using T17 = Pair<T16, T16>;
using T18 = Pair<T17, T17>;
using T19 = Pair<T18, T18>;
using T20 = Pair<T19, T19>;
using T21 = Pair<T20, T20>;
using T22 = Pair<T21, T21>;
using T23 = Pair<T22, T22>;
using T24 = Pair<T23, T23>;
using T25 = Pair<T24, T24>;
using T26 = Pair<T25, T25>;
__device__ int grows(T26*);

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  keepEdges[0] = grows(nullptr);
}
