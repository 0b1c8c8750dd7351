"""Turns a 7z, rar or zst archive into a tar archive, which archive.py reads like any other.

The program bsdtar does this. It reads bytes of a student, so it runs in the sandbox, with limits.
"""

from __future__ import annotations

from ..errors import GraderError
from ..messages import sentence
from ..sandbox import sandbox
from ..sandbox.guarded_process import LimitHit, Limits

BSDTAR = "bsdtar"
PACKAGE = "libarchive-tools"  # the Debian package of bsdtar
MAGIC = ((b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\x07", "rar"), (b"\x28\xb5\x2f\xfd", "zst"))
_COMMAND = f"cat > archive && exec {BSDTAR} -cf - --format gnutar @archive"
_OF_A_MEMBER = 4096  # for the headers of one member of the tar archive, and for its padding


class DamagedError(Exception):
    """The archive cannot be read; the text says why."""


def as_tar(data: bytes, form: str, most_bytes: int, members: int) -> bytes | None:
    """None if the tar archive would be longer than `most_bytes` and the headers of the members.
    Raises GraderError if this machine cannot open such an archive."""
    if sandbox.system_program(BSDTAR) is None:
        raise GraderError(f"{BSDTAR} is missing; install the package {PACKAGE}")
    most = most_bytes + members * _OF_A_MEMBER
    limits = Limits(
        cpu_s=10,
        wall_s=20,
        memory_bytes=256 << 20,
        processes=8,
        file_bytes=most,
        output_bytes=most,
    )
    words, environment = ["/bin/sh", "-c", _COMMAND], {"LC_ALL": "C.UTF-8"}
    done = sandbox.run(words, stdin=data, limits=limits, environment=environment)
    if done.limit_hit is LimitHit.OUTPUT:
        return None
    if done.limit_hit is LimitHit.STARVED:
        raise GraderError("the machine was too busy")
    # After an error, bsdtar may go on with bytes that are not those of the member.
    if not done.ok or done.stderr:
        is_secret = any(word in done.stderr.lower() for word in (b"encrypt", b"passphrase"))
        raise DamagedError(
            sentence("damaged_encrypted" if is_secret else "damaged_form", form=form)
        )
    return done.stdout
