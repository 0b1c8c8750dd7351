# attack: exhaust
# root: resources
# what: has an expression that is nested a hundred thousand times, against readers that use
#   recursion
# list: 10
SCAN = "src/gpu_required/exclusive_prefix_sum.cu"
HEAD = "__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements)"


def archive(right):
    from pack import make_tar

    nested = "(" * 100_000 + "0" + ")" * 100_000
    text = f'#include "gpuHeaders.cuh"\n{HEAD} {{ newSum[0] = {nested}; }}\n'
    return make_tar({SCAN: text.encode()})
