# attack: archive
# root: files
# what: source files whose mode makes them programs of root
# list: 14
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    def as_root(member):
        member.mode, member.uid, member.uname = 0o6777, 0, "root"

    return make_tar({f"bin/{path}.sh": b"#!/bin/sh" for path in files}, edit=as_root)
