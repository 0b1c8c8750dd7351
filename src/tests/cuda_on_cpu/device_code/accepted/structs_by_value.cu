// Structs and arrays as arguments and results.
struct State {
  int* values;
  int size;
  float factor[4];
};
__device__ State advance(State state, int by) {
  state.values += by;
  state.size -= by;
  return state;
}

__global__ void k(State state) {
  State next = advance(state, 1);
  if (threadIdx.x < (unsigned)next.size) next.values[threadIdx.x] = (int)next.factor[0];
}
