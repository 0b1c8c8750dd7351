# attack: forge
# root: host
# what: computes step 1 on the host: copies 0, 1, 2, ... to the device, and copies on the device
#   bring each number to its place
# list: 17 18
# points: 18
from host_code import moving, step_one

MOVE = "if (found[x] >= 0) cudaMemcpy(strongNeighbor_gpu + x, numbers_gpu + found[x], 4, cudaMemcpyDeviceToDevice);"


def archive(right):
    return step_one(right, moving(MOVE))
