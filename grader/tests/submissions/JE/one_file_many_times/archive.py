# attack: archive
# root: files
# what: the same file in two folders with different content, to choose later which one was meant
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    return make_tar({f"{folder}/{path}": folder.encode() for path in files for folder in "ab"})
