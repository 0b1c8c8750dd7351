"""The head of a message to or from a runner, for Python; message.hpp explains its fields."""

import struct

HEAD = struct.Struct("<IIQII")  # magic, version, nonce, kind, bytes of the payload
MAGIC, VERSION = 0x4B485348, 1
LAUNCH, MATCHING, DONE = 1, 2, 101
MOST_PAYLOAD = 256 << 20


def request(kind: int, payload: bytes) -> bytes:
    return HEAD.pack(MAGIC, VERSION, 1, kind, len(payload)) + payload
