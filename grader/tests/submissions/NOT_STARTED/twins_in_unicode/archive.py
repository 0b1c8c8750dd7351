# attack: archive
# root: files
# what: names that look like the right ones, in other letters
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    cyrillic = str.maketrans("se", "\u0455\u0435")
    return make_tar({path.translate(cyrillic): text for path, text in files.items()})
