// what: Computes the index for grids and blocks of any dimension; returns early.
// @@ src/gpu_required/check_handshaking.cu block 1
  const size_t row = blockIdx.y + static_cast<size_t>(gridDim.y) * blockIdx.z;
  const size_t block = blockIdx.x + gridDim.x * row;
  const size_t of_block = blockDim.x * blockDim.y * blockDim.z;
  const size_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const size_t first = block * of_block + thread;
  const size_t all = of_block * gridDim.x * gridDim.y * gridDim.z;
  if (first >= static_cast<size_t>(numNodes)) return;
  for (size_t x = first; x < static_cast<size_t>(numNodes); x += all) {
    if (matches[x] != UNMATCHED) continue;
    const int y = strongNeighbor[x];
    if (y == UNMATCHED) continue;
    if (static_cast<size_t>(strongNeighbor[y]) != x) continue;
    matches[x] = y;
  }
