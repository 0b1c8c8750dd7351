# attack: forge
# root: host
# what: computes step 1 on the host, and passes it on by a copy from one array of the host to
#   another, which is not counted
# list: 17 18
# points: 15
from host_code import step_one

STEP = """\
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
    return step_one(right, STEP, KERNELS)
