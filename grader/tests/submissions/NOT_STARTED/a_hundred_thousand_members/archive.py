# attack: archive
# root: files
# what: a hundred thousand empty members
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    return make_tar({f"{number:06}": b"" for number in range(100_000)})[: 60 << 20]
