# attack: forge
# root: host
# what: step 1 of the host: 0, 1, 2, ... go up, and launches of the scan on one element bring
#   each number to its place
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
int* numbers_gpu = nullptr;
cudaMalloc((void**)&numbers_gpu, nodeBytes);
for (int x = 0; x < numVertices; x++) numbers[x] = x;
cudaMemcpy(numbers_gpu, numbers.data(), nodeBytes, cudaMemcpyHostToDevice);
cudaMemset(strongNeighbor_gpu, 255, nodeBytes);
for (int x = 0; x < numVertices; x++)
  if (found[x] >= 0)
    exclusive_prefix_sum_gpu<<<1, 1>>>(numbers_gpu + found[x], strongNeighbor_gpu + x, 1, 1);
cudaFree(numbers_gpu);
"""
KERNELS = """\

"""


def archive(right):
    text = with_blocks(right[WRAPPER].decode(), lambda at, old: STEP if at == 1 else old)
    files = {WRAPPER: ("" + text).encode(), EXTRA: right[EXTRA] + KERNELS.encode()}
    return make_tar(files)
