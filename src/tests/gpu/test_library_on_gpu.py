"""The Python package on a real GPU: arrays of CuPy and PyTorch stay on the GPU, and the answers are
those of the CPU. Skips, with a reason, what the machine lacks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

handshake = pytest.importorskip("handshake", reason="the package is not installed: pip install .")
sp = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
TYPES = ("float32", "float64", "int32", "int64", None)
TIES = ("index", "hash", "degree")


def random_rows(nodes: int, edges: int, seed: int, dtype: str | None) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(seed)
    ends = random.integers(0, nodes, (2, edges))
    ends = np.unique(np.sort(ends[:, ends[0] != ends[1]], axis=0), axis=1)
    weights = random.integers(1, 1000, ends.shape[1])
    if dtype == "float64":
        weights = random.random(ends.shape[1])  # not exactly floats
    half = sp.coo_array((weights, ends), shape=(nodes, nodes))
    A = (half + half.T).tocsr()
    A.sort_indices()
    data = None if dtype is None else A.data.astype(dtype)
    return A.indptr.astype(np.int64), A.indices.astype(np.int32), data


class CuPy:
    def __init__(self) -> None:
        self.module = pytest.importorskip("cupy", reason="CuPy is not installed")

    def to_gpu(self, array: np.ndarray) -> Any:
        return self.module.asarray(array)

    def to_cpu(self, array: Any) -> np.ndarray:
        assert type(array).__module__.split(".")[0] == "cupy"
        return self.module.asnumpy(array)


class PyTorch:
    def __init__(self) -> None:
        self.module = pytest.importorskip("torch", reason="PyTorch is not installed")

    def to_gpu(self, array: np.ndarray) -> Any:
        return self.module.from_numpy(array).cuda()

    def to_cpu(self, array: Any) -> np.ndarray:
        assert array.is_cuda
        return array.cpu().numpy()


@pytest.fixture(params=[CuPy, PyTorch])
def package(request: pytest.FixtureRequest) -> Any:
    made = request.param()
    try:
        made.to_gpu(np.zeros(1, np.int32))
    except Exception as error:
        pytest.skip(f"no GPU can be used: {error}")
    try:
        handshake._gpu.library()
    except handshake.DeviceError as error:
        pytest.skip(str(error))
    return made


def to_gpu(package: Any, rows: tuple[Any, Any, Any]) -> tuple[Any, ...]:
    return tuple(None if array is None else package.to_gpu(array) for array in rows)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("quality", [0, 4])
def test_the_answers_are_those_of_the_cpu(package: Any, dtype: str | None, quality: int) -> None:
    for seed, (nodes, edges) in enumerate(((1, 0), (50, 100), (3000, 40000), (200000, 900000))):
        rows = random_rows(nodes, edges, seed, dtype)
        for ties in TIES:
            found = handshake.match(to_gpu(package, rows), ties=ties, quality=quality)
            expected = handshake.match(rows, ties=ties, quality=quality)
            assert np.array_equal(package.to_cpu(found), expected), (nodes, ties)


def test_offsets_of_32_bits_and_a_graph_that_is_kept(package: Any) -> None:
    indptr, indices, data = random_rows(5000, 60000, 9, "float32")
    expected = handshake.match((indptr, indices, data))
    with handshake.Graph(to_gpu(package, (indptr.astype(np.int32), indices, data))) as graph:
        answer = package.to_gpu(np.empty(5000, np.int32))
        for _ in range(3):
            assert handshake.match(graph, out=answer) is answer
            assert np.array_equal(package.to_cpu(answer), expected)
    kept = handshake.Graph((indptr, indices, data), device="gpu")
    assert np.array_equal(handshake.match(kept), expected)


def test_float32_weights_are_not_copied(package: Any) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: it reads free memory")
    rows = random_rows(100000, 6000000, 3, "float32")
    on_gpu = to_gpu(package, rows)
    free = torch.cuda.mem_get_info()[0]
    with handshake.Graph(on_gpu):
        used = free - torch.cuda.mem_get_info()[0]
    assert used < 4 * rows[1].size  # one copy of one array would be more


def test_a_graph_that_is_not_symmetric_is_refused_at_its_place(package: Any) -> None:
    rows = random_rows(100, 300, 1, "float32")
    rows[2][0] += 1
    with pytest.raises(handshake.GraphError) as on_cpu:
        handshake.match(rows)
    with pytest.raises(handshake.GraphError) as on_gpu:
        handshake.match(to_gpu(package, rows))
    assert (on_gpu.value.row, on_gpu.value.column) == (on_cpu.value.row, on_cpu.value.column)
    rows[2][0] -= 1
    assert np.array_equal(
        package.to_cpu(handshake.match(to_gpu(package, rows))), handshake.match(rows)
    )


def test_a_gpu_that_is_not_there_is_refused(package: Any) -> None:
    with pytest.raises(handshake.DeviceError, match="there is no GPU 99"):
        handshake.Graph(random_rows(10, 20, 1, None), device="gpu:99")


def test_too_little_memory_is_said_before_the_work_starts(package: Any) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: it takes the memory")
    rows = to_gpu(package, random_rows(1000000, 5000000, 1, "float32"))
    taken = torch.empty(torch.cuda.mem_get_info()[0] - (48 << 20), dtype=torch.uint8, device="cuda")
    try:
        with pytest.raises(MemoryError, match="bytes of free memory, but the matching needs"):
            handshake.match(rows)
    finally:
        del taken
        torch.cuda.empty_cache()
    handshake.match(rows)
