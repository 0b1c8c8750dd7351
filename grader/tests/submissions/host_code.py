"""The right submission with other host code, for attacks that differ in a few lines of it."""

from pack import make_tar
from skeleton import EXTRA, WRAPPER, with_blocks

CALL = b"const int passes = one_way_handshake("
SERIAL = """\
const size_t bytes = numEdges * sizeof(int);
cudaMemcpy(graph.src, src_gpu, bytes, cudaMemcpyDeviceToHost);
cudaMemcpy(graph.dst, dst_gpu, bytes, cudaMemcpyDeviceToHost);
cudaMemcpy(graph.weight, weight_gpu, bytes, cudaMemcpyDeviceToHost);
std::vector<int> found(numVertices), weights(numVertices), numbers(numVertices);
find_strongest_neighbors(graph, numEdges, found, weights);
"""
MOVING = """\
int* numbers_gpu = nullptr;
cudaMalloc((void**)&numbers_gpu, nodeBytes);
for (int x = 0; x < numVertices; x++) numbers[x] = x;
cudaMemcpy(numbers_gpu, numbers.data(), nodeBytes, cudaMemcpyHostToDevice);
cudaMemset(strongNeighbor_gpu, 255, nodeBytes);
for (int x = 0; x < numVertices; x++)
  {move}
cudaFree(numbers_gpu);
"""


def step_one(right, step: str, kernels="\n", headers="") -> bytes:
    """A submission that computes step 1 on the host, into `found`; then the code `step` brings the
    result to the device."""
    wrapper = headers + serial_step_one(right[WRAPPER].decode(), step)
    return make_tar({WRAPPER: wrapper.encode(), EXTRA: right[EXTRA] + kernels.encode()})


def serial_step_one(wrapper: str, step: str) -> str:
    return with_blocks(wrapper, lambda at, old: SERIAL + step if at == 1 else old)


def moving(move: str) -> str:
    """A step that copies 0, 1, 2, ... into numbers_gpu on the device; the code `move` brings
    found[x] to its place."""
    return MOVING.replace("{move}", move)


def before_the_passes(right, line: bytes, above=b"", headers=b"") -> bytes:
    """A submission in which `line` runs in the wrapper before the first pass; `above` is outside of
    all functions."""
    text = headers + right[WRAPPER].replace(CALL, line + b"\n  " + CALL)
    at = text.index(b"// Returns the number of passes.")
    return make_tar({WRAPPER: text[:at] + above + text[at:], EXTRA: right[EXTRA]})
