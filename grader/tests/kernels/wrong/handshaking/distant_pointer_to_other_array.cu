// what: The pointer to the hands is set to the other array.
// verdicts: WRONG MEMORY
// @@ src/gpu_required/check_handshaking.cu block 1
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;
  const int* hands = matches;  // BLAME
  int x = tid;
  while (x < numNodes) {
    if (matches[x] == UNMATCHED) {
      const int hand = hands[x];
      if (hand != UNMATCHED && hands[hand] == x) {
        matches[x] = hand;
      }
    }
    x += numThreads;
  }
