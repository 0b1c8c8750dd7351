#!/usr/bin/env python3
"""Makes inputX.mtx, outputX.txt and the table in README.md. With --check, compares without writing.

Run it from any folder. It needs only Python 3.10 or later.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cases
import oracle

HERE = Path(__file__).resolve().parent
TABLE_BEGIN = b"<!-- made by generate.py: begin -->\n"
TABLE_END = b"<!-- made by generate.py: end -->\n"


def table_row(number: int, catches: str, edges: int, answer: oracle.Answer) -> str:
    nodes, alone = len(answer.matches), answer.matches.count(oracle.UNMATCHED)
    return f"| {number} | {nodes} | {edges} | {answer.passes} | {alone} | {catches} |\n"


def with_table(readme: bytes, rows: list[str]) -> bytes:
    head = "| X | nodes | edges | passes | unmatched | what it tests |\n|--:|--:|--:|--:|--:|---|\n"
    before, rest = readme.split(TABLE_BEGIN)
    _, after = rest.split(TABLE_END)
    return before + TABLE_BEGIN + (head + "".join(rows)).encode() + TABLE_END + after


def make_files(readme: bytes) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    rows: list[str] = []
    for number, case in enumerate(cases.all_cases(), start=1):
        neighbors = oracle.parse(case.content)
        answer = oracle.handshake(neighbors)
        files[f"input{number}.mtx"] = case.content
        files[f"output{number}.txt"] = answer.text()
        rows.append(table_row(number, case.catches, oracle.count_edges(neighbors), answer))
    files["README.md"] = with_table(readme, rows)
    return files


def leftovers(files: dict[str, bytes]) -> list[str]:
    found = [p.name for pattern in ("input*", "output*") for p in HERE.glob(pattern)]
    return sorted(set(found) - set(files))


def differences(files: dict[str, bytes]) -> list[str]:
    wrong = []
    for name, content in files.items():
        path = HERE / name
        if not path.is_file():
            wrong.append(f"{name} is missing")
        elif path.read_bytes() != content:
            wrong.append(f"{name} differs from what generate.py makes")
    return wrong + [f"{name} belongs to no case" for name in leftovers(files)]


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the testcases.")
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; if files differ, name them and exit with code 1",
    )
    check = parser.parse_args().check
    files = make_files((HERE / "README.md").read_bytes())
    if not check:
        for name, content in files.items():
            (HERE / name).write_bytes(content)
    wrong = differences(files)
    for line in wrong:
        print(f"testcases/{line}", file=sys.stderr)
    if wrong:
        print("Run testcases/generate.py and commit what it makes.", file=sys.stderr)
        return 1
    print(f"{len(files) // 2} testcases {'agree with' if check else 'written by'} generate.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
