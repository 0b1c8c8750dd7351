// what: Ternaries only, in local const __restrict__ pointers, read by __ldg.
// @@ src/gpu_required/markFilterEdges.cu block 1
  const int* const __restrict__ from = src;
  const int* const __restrict__ to = dst;
  const int* const __restrict__ known = matches;
  int* const __restrict__ answers = keepEdges;
  const unsigned int threads = gridDim.x * blockDim.x;
  for (unsigned int x = blockDim.x * blockIdx.x + threadIdx.x;
       x < static_cast<unsigned int>(numEdges); x += threads)
    answers[x] = __ldg(&known[__ldg(from + x)]) != UNMATCHED ? 0
                 : __ldg(&known[__ldg(to + x)]) != UNMATCHED ? 0
                                                             : 1;
