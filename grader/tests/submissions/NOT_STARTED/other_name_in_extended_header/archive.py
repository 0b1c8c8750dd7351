# attack: archive
# root: files
# what: an extended header that gives an innocent member another name
# list: 14
import tarfile

from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    def rename(member):
        member.pax_headers = {"path": "@OUT@/" + member.name}

    return make_tar(files, tarfile.PAX_FORMAT, rename)
