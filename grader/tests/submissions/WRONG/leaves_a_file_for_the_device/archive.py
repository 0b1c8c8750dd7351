# attack: forge
# root: host
# what: computes step 1 of the extra credit on the host, and writes the result to a file that a
#   kernel reads
# list: 17 18
# points: 15
from host_code import step_one

STEP = """\
FILE* file = fopen("table", "wb");
if (file != nullptr) fwrite(found.data(), 4, numVertices, file), fclose(file);
read_gpu<<<1, 1>>>(strongNeighbor_gpu, numVertices);
"""
KERNELS = """\
__host__ __device__ void read_file(int* to, int n) {
  FILE* file = fopen("table", "rb");
  if (file != nullptr && fread(to, 4, n, file) > 0) fclose(file);
}
__global__ void read_gpu(int* to, int n) { read_file(to, n); }
"""


def archive(right):
    return step_one(right, STEP, KERNELS, headers="#include <cstdio>\n")
