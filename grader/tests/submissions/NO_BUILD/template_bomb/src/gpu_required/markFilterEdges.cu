// attack: exhaust
// root: resources
// what: makes the compiler work on templates forever
// list: 10
#include "gpuHeaders.cuh"
#include "utils.hpp"

template <unsigned long A, unsigned long B>
struct Work {
  static const unsigned long value = Work<A - 1, 2 * B>::value + Work<A - 1, 2 * B + 1>::value;
};
template <unsigned long B>
struct Work<0, B> {
  static const unsigned long value = B;
};
static const unsigned long kWork = Work<60, 0>::value;

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  keepEdges[0] = static_cast<int>(kWork) + numEdges;
}
