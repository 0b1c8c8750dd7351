"""Runs clang-tidy on our host code. A file without findings is checked again only if the file, a
file that it includes, the options or the tools have changed. A digest of all four is stored, and
all clones on the machine share the stored digests.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import caches

ROOT = Path(__file__).resolve().parents[1]
DATABASE = "build/cmake/compile_commands.json"
IN_DATABASE = ["-p", "build/cmake", "--extra-arg=-fno-openmp"]
# CUDA on the CPU, the runners and the guard are not in the database of CMake.
APART = re.compile("^src/cuda_on_cpu/|^grader/(broker|runner)/|/guard/")
INCLUDED = ["src", "src/cuda_on_cpu/include", "grader"]
NOT_IN_DATABASE = ["--extra-arg-before=-std=c++17", *(f"--extra-arg=-I{one}" for one in INCLUDED)]
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)', re.MULTILINE)
NOISE = re.compile(
    r"^\[\d+/\d+\] Processing|warnings? (generated|treated)|^Error while|compilation.database"
    "|^Running without"
)
AT_ONCE = 4  # files for one run of clang-tidy


@cache
def text(file: str) -> str:
    return Path(file).read_text(errors="replace")


@cache
def included(file: str) -> tuple[str, ...]:
    """Returns every file of this tree that `file` may include."""
    places = [os.path.dirname(file), *INCLUDED]
    found = {
        os.path.normpath(f"{place}/{name}")
        for name in INCLUDE.findall(text(file))
        for place in places
    }
    return tuple(sorted(one for one in found if os.path.isfile(one)))


def read_with(file: str) -> list[str]:
    found, left = {file}, [file]
    while left:
        new = set(included(left.pop())) - found
        found |= new
        left += new
    return sorted(found)


def key(file: str, words: list[str], tools: str) -> str:
    """A digest of everything that can change the result of clang-tidy."""
    parts = [tools, text(".clang-tidy"), *words]
    parts += [part for one in read_with(file) for part in (one, text(one))]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def versions() -> str:
    commands = (["clang-tidy", "--version"], ["g++", "--version"])
    return "".join(subprocess.run(one, capture_output=True, text=True).stdout for one in commands)


def memory() -> Path:
    return caches.folder() / "handshake/tidy"


def commands() -> dict[str, str]:
    """Returns the command for each file. The path of the tree is removed, because each clone has
    another path."""
    entries = json.loads(Path(DATABASE).read_text())
    return {
        os.path.relpath(one["file"], ROOT): one["command"].replace(str(ROOT), ".")
        for one in entries
    }


def is_clean(words: list[str], files: list[str]) -> bool:
    tidy = ["clang-tidy", "--quiet", "--warnings-as-errors=*", *words, *files]
    done = subprocess.run(tidy, capture_output=True, text=True)
    for line in (done.stdout + done.stderr).splitlines() if done.returncode else ():
        if not NOISE.search(line):
            print(line)
    return done.returncode == 0


def main(files: list[str]) -> int:
    os.chdir(ROOT)
    known, tools, of_cmake = memory(), versions(), commands()
    known.mkdir(parents=True, exist_ok=True)
    batches = []
    for words in (IN_DATABASE, NOT_IN_DATABASE):
        mine = [one for one in files if bool(APART.search(one)) == (words is NOT_IN_DATABASE)]
        keys = {one: key(one, [*words, of_cmake.get(one, "")], tools) for one in mine}
        left = [one for one in mine if not (known / keys[one]).exists()]
        for first in range(0, len(left), AT_ONCE):
            some = left[first : first + AT_ONCE]
            batches.append((words, some, [known / keys[one] for one in some]))

    def look(batch: tuple[list[str], list[str], list[Path]]) -> bool:
        words, some, remembered = batch
        clean = is_clean(words, some)
        for one in remembered if clean else ():
            one.touch()
        return clean

    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return 0 if all(list(pool.map(look, batches))) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
