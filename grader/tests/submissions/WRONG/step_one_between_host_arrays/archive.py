# attack: forge
# root: host
# what: step 1 of the host goes with a copy from one array of the host to another, which nobody
#   counts
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
std::vector<int> copy(numVertices);
cudaMemcpy(copy.data(), found.data(), nodeBytes, cudaMemcpyHostToHost);
find_gpu<<<1, 1>>>(strongNeighbor_gpu, numVertices);
"""
KERNELS = """\
__global__ void find_gpu(int* to, int n) {
  const int* near = to;
  for (int x = 0; x < n; x++) to[x] = near[x - n];
}
"""


def archive(right):
    text = with_blocks(right[WRAPPER].decode(), lambda at, old: STEP if at == 1 else old)
    files = {WRAPPER: ("" + text).encode(), EXTRA: right[EXTRA] + KERNELS.encode()}
    return make_tar(files)
