# attack: archive
# root: files
# what: source files that are programs of root by their mode
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    def as_root(member):
        member.mode, member.uid, member.uname = 0o6777, 0, "root"

    return make_tar({f"bin/{path}.sh": b"#!/bin/sh" for path in files}, edit=as_root)
