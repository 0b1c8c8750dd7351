# attack: forge
# root: host
# what: step 1 of the host: 0, 1, 2, ... go up, and copies on the device bring each number to
#   its place
# list: 17 18
# points: 19
from host_code import moving, step_one

MOVE = "if (found[x] >= 0) cudaMemcpy(strongNeighbor_gpu + x, numbers_gpu + found[x], 4, cudaMemcpyDeviceToDevice);"


def archive(right):
    return step_one(right, moving(MOVE))
