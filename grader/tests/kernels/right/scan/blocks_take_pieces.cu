// what: Blocks take pieces of consecutive elements in place of strides; unsigned 64-bit indices.
// @@ src/gpu_required/exclusive_prefix_sum.cu block 1
  const unsigned long long count = numElements, shift = distance > 0 ? distance : 1;
  const unsigned long long of_block = (count + gridDim.x - 1) / gridDim.x;
  const unsigned long long begin = of_block * blockIdx.x;
  const unsigned long long end = begin + of_block > count ? count : begin + of_block;
  for (unsigned long long x = begin + threadIdx.x; x < end; x += blockDim.x) {
    int sum = distance ? oldSum[x] : 0;
    if (x >= shift) sum += oldSum[x - shift];
    newSum[x] = sum;
  }
