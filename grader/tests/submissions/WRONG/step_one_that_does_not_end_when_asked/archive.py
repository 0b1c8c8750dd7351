# attack: forge
# root: host
# what: computes step 1 on the host, and never ends on the graph with which the grader asks again
#   where step 1 runs
# list: 17 18
# points: 15
from host_code import step_one

STEP = """\
if (numVertices >= 4000)
  for (;;) continue;
cudaMemcpy(strongNeighbor_gpu, found.data(), nodeBytes, cudaMemcpyHostToDevice);
"""


def archive(right):
    return step_one(right, STEP)
