# attack: archive
# root: files
# what: random bytes
# list: 14
import random


def archive(files: dict[str, bytes]) -> bytes:
    return random.Random(7).randbytes(100_000)
