# attack: forge
# root: host
# what: step 1 of the host: each byte of strongNeighbor is a cudaMemset
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
for (int x = 0; x < numVertices; x++)
  for (int byte = 0; found[x] >= 0 && byte < 4; byte++)
    cudaMemset((char*)(strongNeighbor_gpu + x) + byte, found[x] >> 8 * byte & 255, 1);
"""
KERNELS = """\

"""


def archive(right):
    text = with_blocks(right[WRAPPER].decode(), lambda at, old: STEP if at == 1 else old)
    files = {WRAPPER: ("" + text).encode(), EXTRA: right[EXTRA] + KERNELS.encode()}
    return make_tar(files)
