# attack: archive
# root: files
# what: an xz stream that asks for a dictionary of one and a half gigabytes
# list: 14
import lzma


def archive(right):
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1536 << 20, "mode": lzma.MODE_FAST, "nice_len": 2, "mf": lzma.MF_HC3}]
    data = bytearray(lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 4096}]))
    at = data.index(b"\x21\x01") + 2
    data[at] = 40
    return bytes(data)
