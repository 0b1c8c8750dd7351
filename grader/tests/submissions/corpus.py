"""Reads the submissions of this folder: VERDICT/NAME/, as README.md describes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from handshake_grader.intake.submission import read_submission
from matching import LAB, PATHS
from pack import make_tar

FOLDER = Path(__file__).resolve().parent
KINDS = (
    "forge", "read", "write", "survive", "exhaust", "escape", "deceive", "inject", "archive",
)  # fmt: skip
# What an attack aims at; README.md explains each of these words.
ROOTS = ("device", "diagnosis", "host", "files", "resources")
_HEADER = re.compile(r"^(?://|#) (?:(?P<key>[a-z]+): (?P<value>.+)|  (?P<more>\S.*))$")


@dataclass(frozen=True)
class Attack:
    name: str
    verdict: str  # of the attacked part; a variant may get any one of these words
    root: str  # one of ROOTS
    kind: str  # one of KINDS
    what: str
    numbers: str  # in the list of attacks that README.md names
    quick: bool  # in the short run of CI
    points: str  # the most that the attack may earn, because its code does a part of the work
    folder: Path

    def archive(self, right: dict[str, bytes], names: dict[str, str]) -> bytes:
        """The archive that is handed in. `names` says what replaces @SECRET@ and similar words."""

        def fill(text: bytes) -> bytes:
            for name, value in names.items():
                text = text.replace(f"@{name}@".encode(), value.encode())
            return text

        script = self.folder / "archive.py"
        if script.exists():
            code = script.read_text()
            for name, value in names.items():
                code = code.replace(f"@{name}@", value)
            space = {"__name__": "archive"}
            exec(compile(code, str(script), "exec"), space)
            return space["archive"](right)
        files = {path: self.folder / path for path in PATHS if (self.folder / path).exists()}
        return make_tar({path: fill(file.read_bytes()) for path, file in files.items()})


def attacks(only: list[str] | None = None) -> list[Attack]:
    """All attacks, or those whose name, root, kind or verdict is in `only`."""
    found = [_read(folder) for folder in sorted(FOLDER.glob("*/*")) if _source_of(folder)]
    names = [one.name for one in found]
    twins = {name for name in names if names.count(name) > 1}
    if twins:
        raise ValueError(f"{FOLDER}: two attacks have one name: {', '.join(sorted(twins))}")
    if not only:
        return found
    return [one for one in found if {one.name, one.root, one.kind, one.verdict} & set(only)]


def quick_attacks() -> list[Attack]:
    """At least one attack of each kind, and all archives, because these cost nothing."""
    return [one for one in attacks() if one.quick or one.kind == "archive"]


def _source_of(folder: Path) -> Path | None:
    script = folder / "archive.py"
    sources = [folder / path for path in PATHS if (folder / path).exists()]
    return script if script.exists() else sources[0] if sources else None


def _read(folder: Path) -> Attack:
    header, key = {}, ""
    for line in _source_of(folder).read_text().splitlines():
        match = _HEADER.match(line)
        if match is None:
            break
        if match["key"]:
            key = match["key"]
            header[key] = match["value"]
        else:
            header[key] += " " + match["more"]
    is_known = header.get("attack") in KINDS and header.get("root") in ROOTS
    if not is_known or not {"what", "list"} <= set(header):
        known = f"attack (of {', '.join(KINDS)}), root (of {', '.join(ROOTS)})"
        raise ValueError(f"{folder}: its header needs {known}, what and list")
    return Attack(
        folder.name,
        folder.parent.name,
        header["root"],
        header["attack"],
        header["what"],
        header["list"],
        "quick" in header,
        header.get("points", "0"),
        folder,
    )


def settings_that_accept(archives: Iterable[bytes]) -> str:
    """Lets the host code of these archives run, so that the sandbox has to stop it."""
    table = '\n[[sandbox.host_code]]\nsha256 = "{}"\nreason = "to see what it can do"\n'
    checksums: set[str] = set()
    for archive in archives:
        found = read_submission("submit_me.tar", archive, LAB)
        checksums |= {found.checksum(path) for path in found.files}
    return "".join(table.format(each) for each in sorted(checksums))
