// attack: read
// root: device
// what: includes the other files of the kit, where solutions would be
// list: 3
#include "gpuHeaders.cuh"
#include "utils.hpp"

#define markFilterEdges_gpu stolen_gpu
#if __has_include("/kit/src/gpu_required/check_handshaking.cu")
#include "/kit/src/gpu_required/check_handshaking.cu"
#endif
#if __has_include("/kit/src/gpu_required/exclusive_prefix_sum.cu")
#include "/kit/src/gpu_required/exclusive_prefix_sum.cu"
#endif
#undef markFilterEdges_gpu

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
