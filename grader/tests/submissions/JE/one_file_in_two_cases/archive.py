# attack: archive
# root: files
# what: the same file twice, with different content, under names that differ only in upper and lower
#   case
# list: 14
from pack import make_tar


def archive(right):
    named = {path.replace("src", "SRC"): b"one" for path in right}
    return make_tar({**named, **{path.replace("src", "Src"): b"two" for path in right}})
