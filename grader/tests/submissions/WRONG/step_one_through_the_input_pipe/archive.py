# attack: forge
# root: host
# what: step 1 of the host goes to a kernel through the pipe that is the standard input of both
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
FILE* file = fopen("/proc/self/fd/0", "wb");
if (file != nullptr) fwrite(found.data(), 4, numVertices, file), fclose(file);
read_gpu<<<1, 1>>>(strongNeighbor_gpu, numVertices);
"""
KERNELS = """\
__host__ __device__ void read_pipe(int* to, int n) {
  if (fread(to, 4, n, stdin) == 0) to[0] = 0;
}
__global__ void read_gpu(int* to, int n) { read_pipe(to, n); }
"""


def archive(right):
    text = with_blocks(right[WRAPPER].decode(), lambda at, old: STEP if at == 1 else old)
    files = {WRAPPER: ("#include <cstdio>\n" + text).encode(), EXTRA: right[EXTRA] + KERNELS.encode()}
    return make_tar(files)
