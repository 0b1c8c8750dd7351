# attack: archive
# root: files
# what: an archive in an archive in an archive, and so on
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    data = make_tar()
    for _ in range(40):
        data = make_tar({"submit_me.tar": data})
    return data
