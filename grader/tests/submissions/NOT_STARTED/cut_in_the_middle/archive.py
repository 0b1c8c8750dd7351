# attack: archive
# root: files
# what: an archive that ends in the middle of a member
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    return make_tar({"src/notes.txt": bytes(9000)})[:2000]
