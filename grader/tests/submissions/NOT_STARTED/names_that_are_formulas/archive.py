# attack: archive
# root: files
# what: files whose names are formulas of a table, and orders to a terminal
# list: 14 29
from pack import make_tar

NAMES = ["=cmd|' /C calc'!A0", "@SUM(1+1)", "+1-1", "\x1b[2J\x1b]0;x\x07", "a,b;c\td", '"', "-rf", "\r\n.."]


def archive(right):
    return make_tar({name: b"x" for name in NAMES})
