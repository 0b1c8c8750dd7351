# attack: archive
# root: files
# what: hard links to files outside of the archive
# list: 14
import tarfile

from pack import make_tar, special


def archive(files: dict[str, bytes]) -> bytes:
    return make_tar({}, extra=[special(path, tarfile.LNKTYPE, "@SECRET@") for path in files])
