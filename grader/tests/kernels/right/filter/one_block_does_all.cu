// what: Only the first block works; its threads go through the edges in pieces.
// @@ src/gpu_required/markFilterEdges.cu block 1
  if (blockIdx.x > 0) return;
  const long long piece = (numEdges + blockDim.x - 1LL) / blockDim.x;
  const long long begin = piece * threadIdx.x;
  const long long end = begin + piece < numEdges ? begin + piece : numEdges;
  for (long long x = begin; x < end; ++x) {
    keepEdges[x] = 1;
    if (matches[src[x]] + 1) keepEdges[x] = 0;
    if (matches[dst[x]] + 1) keepEdges[x] &= 0;
  }
