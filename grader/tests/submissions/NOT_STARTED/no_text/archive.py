# attack: archive
# root: files
# what: source files that are not text
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    return make_tar({path: bytes(range(256)) * 40 for path in files})
