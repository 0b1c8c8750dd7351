# attack: archive
# root: files
# what: a thousand long names, one after the other, for a member that never follows
# list: 14
from pack import make_tar, special


def archive(right):
    return make_tar({}, extra=[(special(f"n{n}", b"L")[0], b"a/" * 4000) for n in range(1000)])
