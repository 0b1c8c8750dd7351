# attack: archive
# root: files
# what: a file of no bytes
# list: 14


def archive(files: dict[str, bytes]) -> bytes:
    return b""
