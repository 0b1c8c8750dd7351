"""Matchings on GPUs, by libhandshake_cuda.so, which is opened when it is first needed: so the
package can be imported without a GPU. `handshake_gpu.h` explains the functions of this library."""

from __future__ import annotations

import ctypes
import os
import weakref
from functools import cache
from typing import Any

import numpy as np

from ._arrays import MOST, graph_error

LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libhandshake_cuda.so")
TIES = ("index", "hash", "degree")  # hs_ties
WEIGHTS = {"float32": 1, "float64": 2, "int32": 3, "int64": 4}  # hs_type
BAD_GRAPH, NO_MEMORY, NO_DEVICE = 2, 3, 6  # hs_status
CUDA = (2, 13)  # device types of DLPack: memory of a GPU, and managed memory


class DeviceError(RuntimeError):
    """There is no such GPU, or a call of CUDA has failed."""


class _Csr(ctypes.Structure):  # hs_csr
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("nodes", ctypes.c_int64),
        ("entries", ctypes.c_int64),
        ("offsets", ctypes.c_void_p),
        ("offset_bits", ctypes.c_int32),
        ("weight_type", ctypes.c_int32),
        ("neighbors", ctypes.c_void_p),
        ("weights", ctypes.c_void_p),
    ]


class _Options(ctypes.Structure):  # hs_match_options
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("ties", ctypes.c_int32),
        ("threads", ctypes.c_int32),
        ("quality", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    ]


class _Tensor(ctypes.Structure):  # DLTensor of DLPack
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


@cache
def library() -> ctypes.CDLL:
    if not os.path.exists(LIBRARY):
        raise DeviceError(
            "this installation has no engine for GPUs, because nvcc was not found when it was"
            " built: install it again where nvcc is on the PATH, or copy the arrays to the CPU"
        )
    try:
        opened = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise DeviceError(f"the engine for GPUs cannot be opened ({error})") from error
    opened.hs_gpu_message.restype = ctypes.c_char_p
    opened.hs_gpu_of.argtypes = [ctypes.c_void_p]
    opened.hs_gpu_graph_free.argtypes = [ctypes.c_void_p]
    opened.hs_gpu_match.argtypes = [
        ctypes.c_void_p,
        ctypes.POINTER(_Options),
        ctypes.c_void_p,
    ]
    return opened


def check(status: int) -> None:
    """Raises the exception for a status of the library."""
    if status == 0:
        return
    words = (library().hs_gpu_message() or b"").decode()
    if status == BAD_GRAPH:
        row, column = ctypes.c_int64(), ctypes.c_int64()
        library().hs_gpu_fault(ctypes.byref(row), ctypes.byref(column))
        place = (None if number.value < 0 else number.value for number in (row, column))
        raise graph_error(words, *place)
    kinds: dict[int, type[Exception]] = {1: ValueError, NO_MEMORY: MemoryError}
    raise kinds.get(status, DeviceError)(words)


def is_on_gpu(array: Any) -> bool:
    if hasattr(array, "__cuda_array_interface__"):
        return True
    return hasattr(array, "__dlpack_device__") and int(array.__dlpack_device__()[0]) in CUDA


class DeviceArray:
    """A one-dimensional array in the memory of a GPU: where it is, and what its elements are."""

    def __init__(self, name: str, array: Any) -> None:
        self.name, self.owner = name, array
        if not is_on_gpu(array):
            self.pointer, self.device = 0, -1
            return
        if hasattr(array, "__cuda_array_interface__"):
            shape, strides = self._read_interface(array.__cuda_array_interface__)
        else:
            shape, strides = self._read_dlpack(array)
        if len(shape) != 1:
            raise graph_error(f"{name} has {len(shape)} dimensions; it must have 1")
        self.size = int(shape[0])
        if self.size > 1 and strides is not None and strides[0] != self.dtype.itemsize:
            raise graph_error(f"{name} is not contiguous; copy it")
        self.device = library().hs_gpu_of(self.pointer) if self.pointer else -1

    def _read_interface(self, facts: dict[str, Any]) -> tuple[Any, Any]:
        self.pointer, self.is_read_only = facts["data"]
        self.pointer = self.pointer or 0
        self.dtype = np.dtype(facts["typestr"])
        return facts["shape"], facts.get("strides")

    def _read_dlpack(self, array: Any) -> tuple[Any, Any]:
        self.capsule = array.__dlpack__()  # its memory stays as long as this object
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        tensor = _Tensor.from_address(get(self.capsule, b"dltensor"))
        self.pointer = (tensor.data or 0) + tensor.byte_offset
        self.is_read_only = False
        kind = {0: "i", 1: "u", 2: "f"}.get(tensor.code, "V")
        self.dtype = np.dtype(f"{kind}{tensor.bits // 8}")
        shape = tensor.shape[: tensor.ndim]
        strides = (
            [step * self.dtype.itemsize for step in tensor.strides[: tensor.ndim]]
            if (tensor.strides)
            else None
        )
        return shape, strides

    def must_have_type(self, *allowed: str) -> None:
        if self.dtype.name not in allowed or not self.dtype.isnative:
            raise TypeError(
                f"{self.name} has the type {self.dtype.name}; on a GPU, it must be"
                f" {' or '.join(allowed)}"
            )


def device_of(arrays: list[DeviceArray]) -> int:
    """The GPU of all arrays; empty arrays are everywhere."""
    places = {a.name: a.device for a in arrays if a.device >= 0 or not is_on_gpu(a.owner)}
    if len(set(places.values())) > 1:
        words = (f"{name} on {'the CPU' if at < 0 else f'GPU {at}'}" for name, at in places.items())
        raise graph_error(
            f"the arrays are on different devices: {', '.join(words)}; copy them to one device"
        )
    return max(places.values(), default=0)


class GpuGraph:
    """A handle of the library, which keeps the arrays of the caller alive."""

    def __init__(self, rows: tuple[Any, Any, Any], is_trusted: bool) -> None:
        indptr = DeviceArray("indptr", rows[0])
        indices = DeviceArray("indices", rows[1])
        data = None if rows[2] is None else DeviceArray("data", rows[2])
        arrays = [indptr, indices] if data is None else [indptr, indices, data]
        self.device = device_of(arrays)
        indptr.must_have_type("int32", "int64")
        indices.must_have_type("int32")
        if data is not None:
            data.must_have_type(*WEIGHTS)
            if data.size != indices.size:
                raise graph_error(f"there are {data.size} weights for {indices.size} entries")
        if not 1 <= indptr.size <= MOST + 1:
            raise graph_error(f"indptr has {indptr.size} elements; it must have 1 to {MOST + 1}")
        self._arrays, self.like = arrays, rows[0]
        self.nodes = indptr.size - 1
        csr = _Csr(
            ctypes.sizeof(_Csr),
            self.nodes,
            indices.size,
            indptr.pointer,
            8 * indptr.dtype.itemsize,
            0 if data is None else WEIGHTS[data.dtype.name],
            indices.pointer or None,
            None if data is None else data.pointer or None,
        )
        self._open(csr, "hs_gpu_graph_view", is_trusted)

    @classmethod
    def copy(cls, rows: tuple[Any, Any, Any], is_trusted: bool, device: int) -> GpuGraph:
        """Copies NumPy arrays to a GPU."""
        indptr, indices, data = rows
        graph = cls.__new__(cls)
        graph.device, graph.like, graph.nodes = device, None, indptr.size - 1
        csr = _Csr(
            ctypes.sizeof(_Csr),
            graph.nodes,
            indices.size,
            indptr.ctypes.data,
            8 * indptr.dtype.itemsize,
            0 if data is None else WEIGHTS[data.dtype.name],
            indices.ctypes.data,
            None if data is None else data.ctypes.data,
        )
        graph._open(csr, "hs_gpu_graph_copy", is_trusted)
        return graph

    def _open(self, csr: _Csr, function: str, is_trusted: bool) -> None:
        handle = ctypes.c_void_p()
        call = getattr(library(), function)
        check(call(ctypes.byref(csr), self.device, int(is_trusted), ctypes.byref(handle)))
        self._handle = handle
        self.close = weakref.finalize(self, library().hs_gpu_graph_free, handle)

    def match(self, ties: str, quality: int, out: Any) -> Any:
        if ties not in TIES:
            raise ValueError(f'ties is "{ties}"; it must be "index", "hash" or "degree"')
        if not self.close.alive:
            raise ValueError("the graph is closed")
        partners = self._output(out)
        options = _Options(ctypes.sizeof(_Options), TIES.index(ties), 0, quality, 0)
        pointer = (
            partners.ctypes.data
            if isinstance(partners, np.ndarray)
            else DeviceArray("out", partners).pointer
        )
        check(library().hs_gpu_match(self._handle, ctypes.byref(options), pointer or None))
        return partners

    def _output(self, out: Any) -> Any:
        """An int32 array for the answer, where the graph came from: the caller's, or a new one."""
        if out is None:
            return np.empty(self.nodes, np.int32) if self.like is None else self._new_array()
        if isinstance(out, np.ndarray):
            if self.like is not None:
                raise graph_error(f"out is on the CPU, but the graph is on GPU {self.device}")
            is_right = out.dtype == np.int32 and out.flags.c_contiguous and out.flags.writeable
            size = out.size
        else:
            array = DeviceArray("out", out)
            if self.nodes > 0 and array.device != self.device:
                raise graph_error(f"out must be on GPU {self.device}, as the graph is")
            array.must_have_type("int32")
            is_right, size = not array.is_read_only, array.size
        if not is_right or size != self.nodes:
            raise graph_error(
                f"out must be a contiguous int32 array of {self.nodes} elements that can be written"
                " to"
            )
        return out

    def _new_array(self) -> Any:
        package = type(self.like).__module__.split(".")[0]
        if package == "cupy":
            import cupy

            with cupy.cuda.Device(self.device):
                return cupy.empty(self.nodes, cupy.int32)
        if package == "torch":
            import torch

            return torch.empty(self.nodes, dtype=torch.int32, device=f"cuda:{self.device}")
        raise TypeError(
            f"the arrays are of the package {package}; give an int32 array for the answer: out=..."
        )


def rows_on_gpu(A: Any) -> tuple[Any, Any, Any] | None:
    """The arrays of a graph in the memory of a GPU, or None: the graph is somewhere else."""
    if isinstance(A, tuple) and len(A) == 3:
        rows = A
    elif getattr(A, "format", None) in ("csr", "csc") and hasattr(A, "indptr"):  # CuPy
        rows = A.indptr, A.indices, A.data
    elif hasattr(A, "crow_indices") and str(getattr(A, "layout", "")) == "torch.sparse_csr":
        rows = A.crow_indices(), A.col_indices(), A.values()
    else:
        return None
    if not any(is_on_gpu(array) for array in rows if array is not None):
        return None
    shape = getattr(A, "shape", (0, 0))
    if len(shape) != 2 or shape[0] != shape[1]:
        raise graph_error(f"the graph has the shape {tuple(shape)}; it must be square")
    return rows


def open_on_gpu(A: Any, symmetric: str) -> GpuGraph | None:
    """A graph whose arrays are on a GPU, or None."""
    rows = rows_on_gpu(A)
    if rows is None:
        return None
    if symmetric not in ("check", "trust"):
        raise ValueError(
            f'symmetric is {symmetric!r}; on a GPU, it must be "check" or "trust": make the graph'
            " symmetric first, as A.maximum(A.T) does"
        )
    return GpuGraph(rows, symmetric == "trust")
