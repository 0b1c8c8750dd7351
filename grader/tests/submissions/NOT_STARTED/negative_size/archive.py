# attack: archive
# root: files
# what: a member whose size is negative in the binary form of the number
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    data = bytearray(make_tar())
    data[124:136] = b"\xff" * 12
    data[148:156] = b"%06o\0 " % sum(data[:148] + b" " * 8 + data[156:512])
    return bytes(data)
