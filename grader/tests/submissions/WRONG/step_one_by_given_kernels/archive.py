# attack: forge
# root: host
# what: computes step 1 on the host: copies 0, 1, 2, ... to the device, and launches of the scan on
#   one element bring each number to its place
# list: 17 18
# points: 17
from host_code import moving, step_one

MOVE = """\
if (found[x] >= 0)
    exclusive_prefix_sum_gpu<<<1, 1>>>(numbers_gpu + found[x], strongNeighbor_gpu + x, 1, 1);"""


def archive(right):
    return step_one(right, moving(MOVE))
