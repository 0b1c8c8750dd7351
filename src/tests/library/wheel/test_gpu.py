"""Arrays in the memory of a GPU. Without a GPU, fake_gpu.c stands in for the library for GPUs: then
these tests show what the package passes to it and which exceptions it raises."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import handshake
from handshake import _gpu

A = sp.csr_array(np.array([[0, 5, 0, 1], [5, 0, 7, 0], [0, 7, 0, 6], [1, 0, 6, 0]], np.float32))
FIRST = [1, 0, 1, 0]  # the first neighbors, which the stand-in returns


class Interface:
    """An array with __cuda_array_interface__, as Numba's and CuPy's."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.__cuda_array_interface__ = array.__array_interface__ | {"stream": None}


class DLPack:
    """An array with DLPack alone, as JAX's."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        return self.array.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory) -> str:
    target = str(tmp_path_factory.mktemp("gpu") / "libfake.so")
    source = Path(__file__).with_name("fake_gpu.c")
    try:
        subprocess.run(["cc", "-shared", "-fPIC", "-o", target, source], check=True)
    except FileNotFoundError:
        pytest.skip("cc is not installed, so nothing can stand in for the library for GPUs")
    return target


@pytest.fixture
def gpu(fake: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(_gpu, "LIBRARY", fake)
    _gpu.library.cache_clear()
    yield _gpu.library()
    ctypes.c_int32.in_dll(_gpu.library(), "fake_status").value = 0
    _gpu.library.cache_clear()


def on_gpu(gpu: Any, array: np.ndarray, device: int = 0, kind: type = Interface) -> Any:
    array = array.copy()
    gpu.fake_place(ctypes.c_void_p(array.ctypes.data), device)
    return kind(array)


def rows(gpu: Any, device: int = 0, kind: type = Interface) -> tuple[Any, Any, Any]:
    return tuple(on_gpu(gpu, array, device, kind) for array in (A.indptr, A.indices, A.data))


def out(gpu: Any, device: int = 0, size: int = 4) -> Any:
    return on_gpu(gpu, np.full(size, -7, np.int32), device)


@pytest.mark.parametrize("kind", [Interface, DLPack])
@pytest.mark.parametrize("offsets", [np.int32, np.int64])
@pytest.mark.parametrize("weights", [None, np.float32, np.float64, np.int32, np.int64])
def test_the_gpu_of_the_arrays_matches_them_without_a_copy(gpu, kind, offsets, weights):
    indptr = on_gpu(gpu, A.indptr.astype(offsets), 1, kind)
    indices = on_gpu(gpu, A.indices, 1, kind)
    data = None if weights is None else on_gpu(gpu, A.data.astype(weights), 1, kind)
    answer = out(gpu, 1)
    found = handshake.match(
        (indptr, indices, data), ties="degree", quality=3, symmetric="trust", out=answer
    )
    assert found is answer and answer.array.tolist() == FIRST
    assert list((ctypes.c_int32 * 4).in_dll(gpu, "fake_last")) == [1, 1, 2, 3]
    assert ctypes.c_int32.in_dll(gpu, "fake_open_graphs").value == 0


def test_a_graph_stays_on_the_gpu_for_many_calls_until_it_is_closed(gpu):
    with handshake.Graph(rows(gpu)) as graph:
        assert (graph.nodes, graph.device) == (4, "gpu:0")
        for _ in range(3):
            answer = out(gpu)
            handshake.match(graph, out=answer)
            assert answer.array.tolist() == FIRST
        assert ctypes.c_int32.in_dll(gpu, "fake_open_graphs").value == 1
    assert ctypes.c_int32.in_dll(gpu, "fake_open_graphs").value == 0
    with pytest.raises(ValueError, match="the graph is closed"):
        handshake.match(graph, out=out(gpu))


def test_a_graph_is_copied_to_a_gpu_and_its_answers_are_numpy_arrays(gpu):
    graph = handshake.Graph(A, device="gpu:1")
    assert graph.device == "gpu:1"
    assert handshake.match(graph).tolist() == FIRST
    upper = sp.csr_array(np.triu(A.toarray()))
    assert handshake.match(handshake.Graph(upper, symmetric="max", device="gpu")).tolist() == FIRST
    with pytest.raises(TypeError, match="the graph is on gpu:1, where only match"):
        handshake.louvain(graph)


def test_a_graph_on_the_cpu_is_kept_for_many_calls():
    with handshake.Graph(A) as graph:
        assert (graph.nodes, graph.device) == (4, "cpu")
        assert handshake.match(graph).tolist() == handshake.match(A).tolist()
        assert handshake.b_match(graph, 2)[1].tolist() == handshake.b_match(A, 2)[1].tolist()
        assert handshake.louvain(graph).labels.tolist() == handshake.louvain(A).labels.tolist()
    with pytest.raises(ValueError, match="the graph is closed"):
        handshake.match(graph)


def test_arrays_on_different_devices_are_refused(gpu):
    indptr, indices, data = rows(gpu)
    other = on_gpu(gpu, A.data, 1)
    with pytest.raises(
        handshake.GraphError, match="indptr on GPU 0, indices on GPU 0, data on GPU 1"
    ):
        handshake.match((indptr, indices, other))
    with pytest.raises(handshake.GraphError, match="indices on the CPU"):
        handshake.match((indptr, A.indices, data))
    with pytest.raises(handshake.GraphError, match="out must be on GPU 0"):
        handshake.match((indptr, indices, data), out=out(gpu, 1))
    with pytest.raises(handshake.GraphError, match="out is on the CPU"):
        handshake.match((indptr, indices, data), out=np.empty(4, np.int32))
    with pytest.raises(ValueError, match="the arrays are on gpu:0, not on gpu:1"):
        handshake.Graph((indptr, indices, data), device="gpu:1")


def test_wrong_types_and_shapes_are_refused_by_name(gpu):
    indptr, indices, data = rows(gpu)

    def refused(kind: type, words: str, graph: Any, **more: Any) -> None:
        with pytest.raises(kind, match=words):
            handshake.match(graph, **more)

    wide = on_gpu(gpu, A.indices.astype(np.int64))
    refused(
        TypeError, "indices has the type int64; on a GPU, it must be int32", (indptr, wide, None)
    )
    half = on_gpu(gpu, A.data.astype(np.float16))
    refused(TypeError, "data has the type float16", (indptr, indices, half))
    short = on_gpu(gpu, A.data[:3])
    refused(handshake.GraphError, "3 weights for 8 entries", (indptr, indices, short))
    steps = on_gpu(gpu, A.indices)
    steps.__cuda_array_interface__ |= {"strides": (8,)}
    refused(handshake.GraphError, "indices is not contiguous", (indptr, steps, data))
    two = on_gpu(gpu, A.indices.reshape(2, 4))
    refused(handshake.GraphError, "indices has 2 dimensions", (indptr, two, data))
    good = (indptr, indices, data)
    refused(
        handshake.GraphError, "out must be a contiguous int32 array of 4", good, out=out(gpu, 0, 3)
    )
    refused(TypeError, "give an int32 array for the answer", good)
    refused(ValueError, "symmetric is 'max'; on a GPU", good, symmetric="max")
    refused(ValueError, "threads is for the CPU", good, threads=2)
    refused(ValueError, 'ties is "size"', good, ties="size", out=out(gpu))
    assert handshake.match(good, out=out(gpu)).array.tolist() == FIRST


@pytest.mark.parametrize(
    "status, kind",
    [
        (1, ValueError),
        (2, handshake.GraphError),
        (3, MemoryError),
        (4, handshake.DeviceError),
        (6, handshake.DeviceError),
    ],
)
def test_each_status_of_the_library_is_an_exception_and_the_next_call_works(gpu, status, kind):
    graph = rows(gpu)
    ctypes.c_int32.in_dll(gpu, "fake_status").value = status
    with pytest.raises(kind, match="the words of the library") as caught:
        handshake.match(graph, out=out(gpu))
    if status == 2:
        assert (caught.value.row, caught.value.column) == (3, None)
    ctypes.c_int32.in_dll(gpu, "fake_status").value = 0
    assert handshake.match(graph, out=out(gpu)).array.tolist() == FIRST


def test_a_gpu_that_is_not_there_is_refused(gpu):
    with pytest.raises(handshake.DeviceError):
        handshake.Graph(A, device="gpu:5")
    with pytest.raises(ValueError, match="device is \"cuda\"|device is 'cuda'"):
        handshake.Graph(A, device="cuda")


def test_without_the_library_for_gpus_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setattr(_gpu, "LIBRARY", "/missing")
    _gpu.library.cache_clear()
    with pytest.raises(handshake.DeviceError, match="install it again where nvcc is on the PATH"):
        handshake.Graph(A, device="gpu")
    assert handshake.match(A).tolist() == [3, 2, 1, 0]
