"""Checks arrays from outside: the type, the shape and the memory of each, by its name."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import GraphError

MOST = 2**31 - 2  # nodes or persons
SMALL = ("b", "i1", "u1", "i2", "u2")  # types that fit into int32
INT32, INT64 = np.dtype(np.int32), np.dtype(np.int64)


def graph_error(words: str, row: int | None = None, column: int | None = None) -> GraphError:
    error = GraphError(words)
    error.row, error.column = row, column
    return error


def as_array(name: str, array: Any, ndim: int = 1) -> np.ndarray:
    """Returns a NumPy array in the same memory. Anything with DLPack or the buffer protocol is an
    array; a list is not, because it would have to be copied."""
    if not isinstance(array, np.ndarray):
        if not hasattr(array, "__dlpack__") and not hasattr(array, "__array_interface__"):
            raise TypeError(f"{name} is a {type(array).__name__}; use np.asarray({name})")
        try:
            array = np.from_dlpack(array) if hasattr(array, "__dlpack__") else np.asarray(array)
        except (BufferError, RuntimeError, TypeError) as error:
            raise TypeError(f"{name} is not in the memory of the CPU ({error}); copy it") from error
    if array.ndim != ndim:
        raise graph_error(f"{name} has {array.ndim} dimensions; it must have {ndim}")
    if not array.dtype.isnative:
        raise TypeError(
            f"{name} has the byte order of another machine; use"
            f" {name}.astype({name}.dtype.newbyteorder('='))"
        )
    if not array.flags.c_contiguous:
        raise graph_error(f"{name} is not contiguous; use np.ascontiguousarray({name})")
    return array


def offsets(name: str, array: Any) -> np.ndarray:
    array = as_array(name, array)
    if array.dtype not in (INT32, INT64):
        raise TypeError(f"{name} has the type {array.dtype}; it must be int32 or int64")
    if not 1 <= array.size <= MOST + 1:
        raise graph_error(
            f"{name} has {array.size} elements; it must have one more than there are nodes, and at"
            f" most {MOST + 1}"
        )
    return array


def nodes(name: str, array: Any) -> np.ndarray:
    """Numbers of nodes or persons. int64 is copied to int32, which takes 4 bytes per number."""
    array = as_array(name, array)
    if array.dtype == INT32:
        return array
    if array.dtype != INT64:
        raise TypeError(f"{name} has the type {array.dtype}; it must be int32 or int64")
    if array.size > 0 and not (array.min() >= -(2**31) and array.max() < 2**31):
        large = int(np.flatnonzero((array < -(2**31)) | (array >= 2**31))[0])
        raise graph_error(f"{name}[{large}] is {array[large]}, which is not a number of a node")
    return array.astype(np.int32)


def weights(name: str, array: Any) -> np.ndarray:
    """float32, float64, int32 and int64 stay as they are; smaller integers are copied to int32."""
    array = as_array(name, array)
    if array.dtype.str[1:] in ("f4", "f8", "i4", "i8"):
        return array
    if array.dtype.str[1:] in (*SMALL, "b1"):
        return array.astype(np.int32)
    raise TypeError(
        f"{name} has the type {array.dtype}; it must be float32, float64, int32 or int64: use"
        f" {name}.astype(np.float64)"
    )


def output(name: str, array: np.ndarray | None, size: int) -> np.ndarray:
    """Returns an int32 array for the answer: the caller's, or a new one."""
    if array is None:
        return np.empty(size, np.int32)
    if not isinstance(array, np.ndarray) or array.dtype != INT32:
        raise TypeError(f"{name} must be a NumPy array of int32")
    if array.shape != (size,) or not array.flags.c_contiguous or not array.flags.writeable:
        raise graph_error(
            f"{name} must be a contiguous array of {size} elements that can be written to"
        )
    return array
