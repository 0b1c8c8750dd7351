# attack: archive
# root: files
# what: a gzip header whose name does not end
# list: 14
def archive(right):
    return b"\x1f\x8b\x08\x08" + bytes(6) + b"n" * 2_000_000
