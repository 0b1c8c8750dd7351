// attack: inject
// root: files
// what: puts formulas where the compiler quotes them, so that a spreadsheet would compute them
// list: 29
#include "gpuHeaders.cuh"

static_assert(false, "=cmd|' /C calc'!A0\t@SUM(1+1)*cmd\r\n+1-1");
__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
}
