// what: The node to compare with is taken before the loop, so it is wrong from the second round on.
// seen: launches with fewer threads than nodes
// verdicts: WRONG
// @@ src/gpu_required/check_handshaking.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  const int me = tid;  // BLAME
  for (int x = tid; x < numNodes; x += numThreads) {
    const int hand = strongNeighbor[x];
    if (hand == UNMATCHED) continue;
    if (matches[x] != UNMATCHED) continue;
    const int answer = strongNeighbor[hand];
    if (answer == me) matches[x] = hand;
  }
