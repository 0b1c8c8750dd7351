# attack: archive
# root: files
# what: a zip whose directory says other names than its members do
# list: 14
from pack import make_zip


def archive(right):
    data = make_zip({"src/onewaywrapper.cu": b"handshake_forged", "src/other": b"x" * 16})
    at = data.index(b"PK\x01\x02")
    return data[:at].replace(b"src/onewaywrapper.cu", b"../onewaywrapper2.cu") + data[at:]
