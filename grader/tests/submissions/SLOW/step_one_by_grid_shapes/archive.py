# attack: forge
# root: host
# what: computes step 1 on the host, and passes the result on in the shapes of grids: each launch of
#   its own kernel finds in the shape of its grid which number to write, and where
# list: 17 18
# points: 18
from host_code import step_one

STEP = """\
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
    return step_one(right, STEP, KERNELS)
