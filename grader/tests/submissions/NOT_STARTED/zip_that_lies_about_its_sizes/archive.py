# attack: archive
# root: files
# what: a zip whose directory says ten bytes for a member of a gigabyte
# list: 14
import io
import struct
import zipfile


def archive(right):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("src/onewaywrapper.cu", bytes(200 << 20))
    data = bytearray(buffer.getvalue())
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 10)
    return bytes(data)
