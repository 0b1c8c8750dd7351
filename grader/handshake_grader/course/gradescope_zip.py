"""Makes the autograder for Gradescope: a zip for its page "Configure Autograder"."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ..settings.settings import parse_settings

FILES = Path(__file__).resolve().parent / "gradescope_files"
# The files of the tree that grading needs. The solutions are among them, so the zip is only for the
# staff.
_FOLDERS = ("src", "grader", "labs")
_SINGLE = ("Makefile", "LICENSE")
_LEFT_OUT = ("tests", "extensions", "benchmarks", "handout", "__pycache__")
_WHEN = (2026, 1, 1, 0, 0, 0)  # fixed: the same tree, settings and secret give the same bytes
# The largest values that the settings may have in the container of Gradescope. This container has
# half a CPU, 768 MB of memory and 10 minutes. It does not allow namespaces, and is deleted after
# each submission.
_MOST = (
    ("sandbox", "minimum_level", 1),
    ("limits", "floor_s", 2.0),
    ("limits", "memory_mib", 384),
    ("limits", "compile_memory_mib", 512),
    ("suite", "time_limit_s", 10),
)


def autograder_zip(tree: Path, settings: Path, secret: Path) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, file in _files_of(tree):
            _add(tar, name, file.read_bytes(), 0o755 if file.stat().st_mode & 0o100 else 0o644)
        fitted = for_container(settings.read_text(encoding="utf-8"), str(settings))
        _add(tar, "assignment.toml", fitted.encode(), 0o644)
        _add(tar, "secret", secret.read_bytes(), 0o600)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(FILES.iterdir()):
            _add_to_zip(archive, file.name, file.read_bytes(), 0o755)
        _add_to_zip(archive, "handshake.tar.gz", gzip.compress(packed.getvalue(), mtime=0), 0o644)
    return buffer.getvalue()


def for_container(text: str, name: str) -> str:
    """The settings, with no value above its limit in _MOST. Everything else stays as it is."""
    settings = parse_settings(text, name)
    for table, key, most in _MOST:
        text = _with_value(text, table, key, min(getattr(getattr(settings, table), key), most))
    parse_settings(text, name)
    return text


def _with_value(text: str, table: str, key: str, value: float) -> str:
    header = rf"^\[\s*{table}\s*\][^\n]*\n"
    line = rf"({header}(?:(?!\s*\[)[^\n]*\n)*?\s*{key}\s*=\s*)[^\s#]+"
    for place, words in ((line, value), (f"({header})", f"{key} = {value}\n")):
        text, count = re.subn(place, rf"\g<1>{words}", text, flags=re.MULTILINE)
        if count:
            return text
    return f"{text.rstrip()}\n\n[{table}]\n{key} = {value}\n"


def _files_of(tree: Path) -> Iterator[tuple[str, Path]]:
    for name in _SINGLE:
        yield name, tree / name
    for folder in _FOLDERS:
        for file in sorted((tree / folder).rglob("*")):
            parts = file.relative_to(tree).parts
            if file.is_file() and not set(parts) & set(_LEFT_OUT):
                yield "/".join(parts), file


def _add(tar: tarfile.TarFile, name: str, data: bytes, mode: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), mode
    tar.addfile(entry, io.BytesIO(data))


def _add_to_zip(archive: zipfile.ZipFile, name: str, data: bytes, mode: int) -> None:
    entry = zipfile.ZipInfo(name, _WHEN)
    entry.external_attr = (0o100000 | mode) << 16
    archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
