# attack: archive
# root: files
# what: files in UTF-16 with half of a pair, and texts that are cut inside of a letter
# list: 14
from pack import make_tar

TEXTS = [b"\xff\xfe\x00\xd8", b"\xfe\xff\xdc\x00a", b"\xff\xfe" + b"\x00\xd8" * 60_000, b"\xef\xbb\xbf\x00", b"\xff\xfea"]


def archive(right):
    return make_tar(dict(zip(right, TEXTS)))
