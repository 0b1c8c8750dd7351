# attack: archive
# root: files
# what: devices and pipes in place of source files, which would block a program that reads them
# list: 14
import tarfile

from pack import make_tar, special


def archive(files: dict[str, bytes]) -> bytes:
    kinds = (tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, b"V", b"M")
    return make_tar({}, extra=[special(path, kind) for path, kind in zip(files, kinds)])
