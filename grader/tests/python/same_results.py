"""Compares the files of two gradings of a class: python3 same_results.py OUT OUT

    grader/grade demo --out one --jobs 2 && grader/grade demo --out two --jobs 1
    python3 grader/tests/python/same_results.py one two

The comparison leaves out the element of the class page that contains times, and the files below
private/, which are a record of the run."""

import re
import sys
from pathlib import Path

TIMES = re.compile(rb'<section id="runs" class="times".*?</section>', re.DOTALL)


def results(out: Path) -> dict[str, bytes]:
    files = {}
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if path.is_file() and not name.startswith("private/"):
            files[name] = path.read_bytes()
    files["class.html"], count = TIMES.subn(b"", files["class.html"])
    if count != 1:
        raise ValueError(f"{out}/class.html has {count} elements with times")
    return files


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return sorted(name for name in one.keys() | other if one.get(name) != other.get(name))


if __name__ == "__main__":
    first, second = (results(Path(word)) for word in sys.argv[1:3])
    differ = differences(first, second)
    print("\n".join(differ) or f"{len(first)} files, the same bytes apart from times")
    sys.exit(bool(differ))
