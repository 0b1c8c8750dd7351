# attack: archive
# root: files
# what: an extended header with a hundred thousand paths, and one with a size near the largest
# list: 14
from pack import make_tar, special


def archive(right):
    record = b"12 path=abc\n"
    records, _ = special("x", b"x")
    size, _ = special("y", b"x")
    extra = [(records, record * 100_000), (size, b"21 size=999999999999\n"), (special("z", b"0")[0], b"z")]
    return make_tar({}, extra=extra)
