# attack: archive
# root: files
# what: two thousand and more compressed streams, one after the other
# list: 14
import gzip


def archive(right):
    return gzip.compress(b"") * 100_000
