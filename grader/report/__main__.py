"""Writes the pages of `make report` and `make trace`.

python3 -m report check CHECK_DIR CHECK_PROGRAM     results.json -> report.html
python3 -m report trace CHECK_DIR                   trace.json -> trace.html
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from . import counters, page, sources


def write_whole(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


class BrokenFileError(Exception):
    """A file from the check program is broken; the message says which file, and what is wrong."""


def read_stored(path: Path, form: str) -> dict:
    """Reads a file that the check program has written. Raises BrokenFileError if the file does not
    have the form that grader/README.md describes."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BrokenFileError(f"{path}: byte {error.start} is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise BrokenFileError(f"{path}, line {error.lineno}: not JSON: {error.msg}") from error
    except RecursionError as error:
        raise BrokenFileError(
            f"{path}: not a file of the check program: too deeply nested"
        ) from error
    if not isinstance(stored, dict) or (stored.get("format"), stored.get("version")) != (form, 1):
        raise BrokenFileError(f"{path}: not of the format {form}, version 1")
    return stored


def write_report(folder: Path, check: Path) -> Path:
    results = read_stored(folder / "results.json", "handshake-check")
    counted = None
    if (folder / "diagnostic").is_dir():  # its programs run on the CPU, even if there is a GPU
        counted = counters.count_all(folder, check, results["parts"])
    target = folder / "report.html"
    write_whole(target, page.report_page(results, counted, sources.read(results["parts"])))
    return target


def write_trace(folder: Path) -> Path:
    trace = read_stored(folder / "trace.json", "handshake-trace")
    target = folder / "trace.html"
    write_whole(target, page.trace_page(trace))
    return target


def fault_of(error: Exception) -> str:
    return f"the key {error} is missing" if isinstance(error, KeyError) else str(error)


def report_fault(what: str) -> int:
    print(f"report: {what}; this is a fault of the kit or of this machine", file=sys.stderr)
    return 70


def main(words: list[str]) -> int:
    try:
        if len(words) == 3 and words[0] == "check":
            target = write_report(Path(words[1]), Path(words[2]))
        elif len(words) == 2 and words[0] == "trace":
            target = write_trace(Path(words[1]))
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except (OSError, BrokenFileError, counters.CountingError) as error:
        return report_fault(str(error))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        return report_fault(f"the files in {words[1]} do not fit together: {fault_of(error)}")
    print(f"\nThe page: {target.resolve().as_uri()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
