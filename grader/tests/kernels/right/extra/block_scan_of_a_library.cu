// what: A class like those of CUB scans a block in shared memory; kernels come from macros.
// @@ src/gpu_extra_credit/extra.cu block 1
template <typename T, int kThreads>
class BlockScan {
 public:
  struct Storage {
    T values[kThreads];
  };
  __device__ explicit BlockScan(Storage& storage) : storage_(storage) {}
  template <typename Operation>
  __device__ T inclusive(T value, Operation operation) {
    storage_.values[threadIdx.x] = value;
    __syncthreads();
    for (int distance = 1; distance < kThreads; distance *= 2) {
      const bool has_left = static_cast<int>(threadIdx.x) >= distance;
      const T left = has_left ? storage_.values[threadIdx.x - distance] : value;
      __syncthreads();
      if (has_left) storage_.values[threadIdx.x] = value = operation(left, value);
      __syncthreads();
    }
    return value;
  }

 private:
  Storage& storage_;
};

struct Candidate {
  int node, weight, dst;
};
struct Stronger {
  __device__ Candidate operator()(const Candidate& left, const Candidate& right) const {
    if (left.node != right.node || left.weight < right.weight) return right;
    return left.weight > right.weight || left.dst < right.dst ? left : right;
  }
};

#define KERNEL(NAME, ...) __global__ void NAME##_gpu(__VA_ARGS__)
#define FOR_EACH(I, COUNT) \
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < (COUNT); I += blockDim.x * gridDim.x)

KERNEL(nobody, int* strongNeighbor, int* strongWeight, int numNodes) {
  FOR_EACH(x, numNodes) strongNeighbor[x] = UNMATCHED, strongWeight[x] = 0;
}

// One block: its tiles of the edge list follow each other, so the later tile knows the earlier one.
KERNEL(strongest_in_tiles, int* src, int* dst, int* weight, int* strongNeighbor, int* strongWeight,
       int numEdges) {
  typedef BlockScan<Candidate, 128> Scan;
  __shared__ Scan::Storage storage;
  for (int tile = 0; tile < numEdges; tile += 128) {
    const int x = tile + threadIdx.x;
    const bool is_edge = x < numEdges;
    Candidate mine = {is_edge ? src[x] : -1, is_edge ? weight[x] : 0, is_edge ? dst[x] : 0};
    mine = Scan(storage).inclusive(mine, Stronger());
    if (is_edge && (x + 1 == numEdges || threadIdx.x == 127 || src[x + 1] != mine.node)) {
      const bool is_first = strongNeighbor[mine.node] == UNMATCHED;
      if (is_first || mine.weight > strongWeight[mine.node]) {
        strongNeighbor[mine.node] = mine.dst;
        strongWeight[mine.node] = mine.weight;
      }
    }
    __syncthreads();
  }
}
// @@ src/onewaywrapper.cu block 2
      int* strong_weight = reinterpret_cast<int*>(strongest_gpu);
      nobody_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongNeighbor_gpu, strong_weight,
                                                         numVertices);
      strongest_in_tiles_gpu<<<1, 128>>>(src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu,
                                         strong_weight, numEdges);
      CUDA_CHECK(cudaGetLastError());
