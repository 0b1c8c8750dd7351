// what: Only the low ten bits of the number of a node are kept.
// seen: graphs with more than 1024 nodes
// verdicts: WRONG RACE
// @@ src/gpu_required/check_handshaking.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int i = tid; i < numNodes; i += numThreads) {
    const int node = i & 1023;  // BLAME
    const int hand = strongNeighbor[node];
    const bool is_free = matches[node] == UNMATCHED && hand != UNMATCHED;
    if (!is_free) continue;
    if (strongNeighbor[hand] == node) matches[node] = hand;
  }
