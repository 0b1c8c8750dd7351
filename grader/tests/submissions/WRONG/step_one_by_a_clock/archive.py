# attack: forge
# root: host
# what: step 1 of the host: the time between two launches is the number that the second one
#   writes
# list: 17 18
# points: 15
from pack import make_tar
from skeleton import with_blocks

WRAPPER, EXTRA = "src/onewaywrapper.cu", "src/gpu_extra_credit/extra.cu"
STEP = """\
const size_t bytes = numEdges * sizeof(int);
cudaMemcpy(graph.src, src_gpu, bytes, cudaMemcpyDeviceToHost);
cudaMemcpy(graph.dst, dst_gpu, bytes, cudaMemcpyDeviceToHost);
cudaMemcpy(graph.weight, weight_gpu, bytes, cudaMemcpyDeviceToHost);
std::vector<int> found(numVertices), weights(numVertices), numbers(numVertices);
find_strongest_neighbors(graph, numEdges, found, weights);
cudaMemset(strongNeighbor_gpu, 255, nodeBytes);
for (int x = 0; x < numVertices; x++) {
  clock_gpu<<<1, 1>>>(strongNeighbor_gpu, -1);
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(20 * (found[x] + 1));
  while (std::chrono::steady_clock::now() < end) continue;
  clock_gpu<<<1, 1>>>(strongNeighbor_gpu, x);
}
"""
KERNELS = """\
__device__ long long begun;
__global__ void clock_gpu(int* to, int x) {
  if (x >= 0) to[x] = (clock64() - begun) / 50000 - 1;
  begun = clock64();
}
"""


def archive(right):
    text = with_blocks(right[WRAPPER].decode(), lambda at, old: STEP if at == 1 else old)
    files = {WRAPPER: ("#include <chrono>\n" + text).encode(), EXTRA: right[EXTRA] + KERNELS.encode()}
    return make_tar(files)
