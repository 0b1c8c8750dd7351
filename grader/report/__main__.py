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


def write_report(folder: Path, check: Path) -> Path:
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    counted = None
    if (folder / "diagnostic").is_dir():  # CUDA on the CPU, also beside a GPU
        counted = counters.count_all(folder, check, results["parts"])
    target = folder / "report.html"
    write_whole(target, page.report_page(results, counted, sources.read(results["parts"])))
    return target


def write_trace(folder: Path) -> Path:
    trace = json.loads((folder / "trace.json").read_text(encoding="utf-8"))
    target = folder / "trace.html"
    write_whole(target, page.trace_page(trace))
    return target


def main(words: list[str]) -> int:
    try:
        if len(words) == 3 and words[0] == "check":
            target = write_report(Path(words[1]), Path(words[2]))
        elif len(words) == 2 and words[0] == "trace":
            target = write_trace(Path(words[1]))
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except (OSError, ValueError, KeyError, counters.CountingError) as error:
        print(f"report: {error!r}\nThis is a fault of the kit or of this machine.", file=sys.stderr)
        return 70
    print(f"\nThe page: {target.resolve().as_uri()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
