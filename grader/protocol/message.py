"""Messages to or from a runner, for Python; message.hpp explains the fields of their head."""

import struct

HEAD = struct.Struct("<IIQII")  # magic, version, nonce, kind, bytes of the payload
MAGIC, VERSION = 0x4B485348, 1
LAUNCH, MATCHING, DONE = 1, 2, 101
MOST_PAYLOAD = 256 << 20


def request(kind: int, payload: bytes) -> bytes:
    return HEAD.pack(MAGIC, VERSION, 1, kind, len(payload)) + payload


def ints(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def launch(blocks: int, threads: int, arrays: list[list[int] | int], scalars: list[int]) -> bytes:
    """The payload of a launch with one dimension. A number instead of an array means an array of
    that many uninitialized elements."""
    payload = ints(blocks, 1, 1, threads, 1, 1, 0, len(arrays))
    for array in arrays:
        payload += ints(array, 0) if isinstance(array, int) else ints(len(array), 1, *array)
    return payload + ints(len(scalars), *scalars)
