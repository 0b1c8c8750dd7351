# attack: forge
# root: host
# what: computes step 1 on the host, and sets each byte of strongNeighbor by a cudaMemset
# list: 17 18
# points: 15
from host_code import step_one

STEP = """\
cudaMemset(strongNeighbor_gpu, 255, nodeBytes);
for (int x = 0; x < numVertices; x++)
  for (int byte = 0; found[x] >= 0 && byte < 4; byte++)
    cudaMemset((char*)(strongNeighbor_gpu + x) + byte, found[x] >> 8 * byte & 255, 1);
"""


def archive(right):
    return step_one(right, STEP)
