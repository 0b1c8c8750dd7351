# attack: archive
# root: files
# what: files whose names are absolute paths
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    names = ("@OUT@/marks.csv", "/etc/cron.d/x", "//x")
    return make_tar({name: b"handshake_forged" for name in names})
