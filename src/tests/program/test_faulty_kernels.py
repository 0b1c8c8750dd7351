"""If the result of a kernel cannot be right, match ends with a message and writes no result."""

from __future__ import annotations

from pathlib import Path

import pytest

from program import CUDA, KERNELS, TESTCASES, assert_refused, listing, make, run

HANDSHAKE = """
__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  const int stride = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += stride) { %s }
}
"""
MARK = """
__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  const int stride = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += stride) { %s }
}
"""
SUM = """
__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  const int stride = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numElements; x += stride) { %s }
}
"""
FAULTS = {
    "no_node_is_matched": ("check_handshaking", HANDSHAKE % "", KERNELS, "check_handshaking_gpu"),
    "every_node_is_matched": (
        "check_handshaking",
        HANDSHAKE % "matches[x] = strongNeighbor[x];",
        KERNELS,
        r"matches\[",
    ),
    "a_partner_beyond_the_nodes": (
        "check_handshaking",
        HANDSHAKE % "matches[x] = numNodes;",
        KERNELS,
        r"matches\[",
    ),
    "every_node_is_matched_with_itself": (
        "check_handshaking",
        HANDSHAKE % "matches[x] = x;",
        KERNELS,
        "a node cannot be its own partner",
    ),
    "unmatched_is_minus_2_as_in_the_kit_of_2021": (
        "check_handshaking",
        HANDSHAKE % "matches[x] = -2;",
        KERNELS,
        "UNMATCHED",
    ),
    "every_edge_is_kept": (
        "markFilterEdges",
        MARK % "keepEdges[x] = 1;",
        KERNELS,
        "markFilterEdges_gpu",
    ),
    "more_edges_are_kept_than_there_are": (
        "markFilterEdges",
        MARK % "keepEdges[x] = 3;",
        KERNELS,
        "exclusive_prefix_sum_gpu",
    ),
    "a_negative_number_of_edges_is_kept": (
        "exclusive_prefix_sum",
        SUM % "newSum[x] = -7;",
        KERNELS,
        "exclusive_prefix_sum_gpu",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_kernel_gives_a_message_and_no_result(
    name: str, built: Path, tmp_path: Path
) -> None:
    kernel, code, exit_code, says = FAULTS[name]
    (built / f"src/gpu_required/{kernel}.cu").write_text(code)
    make(built, "BACKEND=cpu", "CXX=g++")
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "out.txt").write_text("earlier\n")

    for extra in ([], ["-extra"]):
        result = run(built / "match", "-input", TESTCASES / "input5.mtx", *extra, folder=folder)

        assert_refused(result, exit_code, says)
        assert listing(folder) == {"out.txt": b"earlier\n"}


def test_a_write_outside_of_memory_is_reported_with_file_and_line(
    built: Path, tmp_path: Path
) -> None:
    kernel = built / "src/gpu_required/markFilterEdges.cu"
    kernel.write_text(MARK % "keepEdges[x + (size_t{1} << 34)] = 1;")
    make(built, "BACKEND=cpu", "CXX=g++")
    folder = tmp_path / "run"
    folder.mkdir()

    result = run(built / "match", "-input", TESTCASES / "input5.mtx", folder=folder)

    assert result.code == CUDA, result.stderr
    assert "markFilterEdges.cu:5: " in result.complaints()[0]
    assert result.complaints()[-1].startswith("match: ")
    assert listing(folder) == {}
