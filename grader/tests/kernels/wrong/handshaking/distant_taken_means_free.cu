// what: The variable that says whether a node is taken has the opposite value.
// verdicts: WRONG
// @@ src/gpu_required/check_handshaking.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = tid; x < numNodes; x += numThreads) {
    const bool is_taken = matches[x] == UNMATCHED;  // BLAME
    const int hand = strongNeighbor[x];
    const bool has_hand = hand != UNMATCHED;
    if (is_taken || !has_hand) continue;
    if (strongNeighbor[hand] == x) {
      matches[x] = hand;
    }
  }
