# attack: forge
# root: host
# what: computes step 1 on the host, and sends each result as a time: the kernel measures the time
#   since the launch before, and writes it as a number
# list: 17 18
# points: 15
from host_code import step_one

STEP = """\
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
    return step_one(right, STEP, KERNELS, headers="#include <chrono>\n")
