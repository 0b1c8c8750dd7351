"""Packs files as students do, and as attackers do; for tests."""

import io
import tarfile
import zipfile

from matching import PATHS

FILES = {path: f"// {path}\n".encode() for path in PATHS}


def make_tar(files=FILES, form=tarfile.USTAR_FORMAT, edit=None, extra=()) -> bytes:
    """A tar of these files. `edit` may change a header; `extra` holds (TarInfo, data) pairs."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            if edit:
                edit(info)
            tar.addfile(info, io.BytesIO(data))
        for info, data in extra:
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def make_zip(files=FILES, method=zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these files: the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            archive.writestr(entry, data, method)
    return buffer.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tuple[tarfile.TarInfo, bytes]:
    """A member that is a link, a device or a pipe."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, b""
