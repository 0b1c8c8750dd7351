// what: A class of the wrapper owns the memory of step 1, sets it asynchronously, and frees it.
// @@ src/gpu_extra_credit/extra.cu block 1
#include <memory>
using namespace std;

namespace step_one {
namespace {
__device__ int better(const int* weight, const int* dst, int a, int b) {
  if (a == -1 || b == -1) return max(a, b);
  if (weight[a] != weight[b]) return weight[a] > weight[b] ? a : b;
  return dst[a] < dst[b] ? a : b;
}

__global__ void propose(const int* src, const int* dst, const int* weight, int* best,
                        int numEdges) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += gridDim.x * blockDim.x) {
    int* const place = &best[src[x]];
    int seen = atomicAdd(place, 0);
    while (better(weight, dst, seen, x) == x && seen != x) {
      const int found = atomicCAS(place, seen, x);
      if (found == seen) break;
      seen = found;
    }
  }
}

__global__ void take(const int* best, const int* dst, int* strongNeighbor, int numNodes) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += gridDim.x * blockDim.x)
    strongNeighbor[x] = best[x] < 0 ? UNMATCHED : dst[best[x]];
}
}  // namespace

class Strongest {
 public:
  explicit Strongest(int nodes) : nodes_(nodes) {
    if (cudaMallocAsync(&best_, nodes * sizeof(int), 0) != cudaSuccess) throw bad_alloc();
    cudaMemsetAsync(best_, 0xff, nodes * sizeof(int), 0);
  }
  ~Strongest() { cudaFreeAsync(best_, 0); }
  void find(int blocks, int threads, const int* src, const int* dst, const int* weight, int edges,
            int* neighbors) const {
    propose<<<blocks, threads>>>(src, dst, weight, best_, edges);
    take<<<blocks, threads>>>(best_, dst, neighbors, nodes_);
  }

 private:
  int nodes_;
  int* best_ = nullptr;
};
}  // namespace step_one
// @@ src/onewaywrapper.cu block 2
      const auto strongest = std::make_unique<step_one::Strongest>(numVertices);
      strongest->find(num_thread_blocks, threadsPerBlock, src_gpu, dst_gpu, weight_gpu, numEdges,
                      strongNeighbor_gpu);
      CUDA_CHECK(cudaGetLastError());
