# attack: forge
# root: host
# what: step 1 of the host: each launch of a kernel of its own says by the shape of its grid
#   what to write where
# list: 17 18
# points: 19
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
for (int x = 0; x < numVertices; x++)
  if (found[x] >= 0)
    shaped_gpu<<<dim3(x + 1, found[x] % 64 + 1, found[x] / 64 + 1), 1>>>(strongNeighbor_gpu);
"""
KERNELS = """\
__global__ void shaped_gpu(int* to) {
  if (blockIdx.x + blockIdx.y + blockIdx.z == 0)
    to[gridDim.x - 1] = (gridDim.z - 1) * 64 + gridDim.y - 1;
}
"""


def archive(right):
    text = with_blocks(right[WRAPPER].decode(), lambda at, old: STEP if at == 1 else old)
    files = {WRAPPER: ("" + text).encode(), EXTRA: right[EXTRA] + KERNELS.encode()}
    return make_tar(files)
