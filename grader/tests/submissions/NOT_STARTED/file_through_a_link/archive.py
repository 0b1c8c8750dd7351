# attack: archive
# root: files
# what: a link to a folder of the machine, and then a file that is written through it
# list: 14
import tarfile

from pack import make_tar, special


def archive(files: dict[str, bytes]) -> bytes:
    link = special("src/gpu_required", tarfile.SYMTYPE, "@OUT@")
    file = tarfile.TarInfo("src/gpu_required/marks.csv")
    return make_tar({}, extra=[link, (file, b"handshake_forged")])
