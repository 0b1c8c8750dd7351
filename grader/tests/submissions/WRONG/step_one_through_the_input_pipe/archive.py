# attack: forge
# root: host
# what: computes step 1 on the host, and gives it to a kernel through the pipe that is the standard
#   input of both
# list: 17 18
# points: 15
from host_code import step_one

STEP = """\
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
    return step_one(right, STEP, KERNELS, headers="#include <cstdio>\n")
