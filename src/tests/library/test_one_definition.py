"""One program links every engine, and no name has two definitions."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build/cmake-odr"
JOBS = os.environ.get("JOBS", "2")
CXX = os.environ.get("CXX", "c++")


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        env=os.environ | {"HANDSHAKE_DEVICES": "2"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_one_program_links_every_engine() -> None:
    # The compiler remembers every type in the object files, so that the linker can compare them.
    made = run("cmake", "-S", ROOT, "-B", BUILD, "-DHANDSHAKE_ODR=ON", "-DHANDSHAKE_NVCC=OFF",
               "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0")  # fmt: skip
    assert made.returncode == 0, made.stdout
    built = run("cmake", "--build", BUILD, f"-j{JOBS}", "--target", "all_engines_test")
    assert built.returncode == 0, built.stdout[-6000:]
    ran = run(BUILD / "src/tests/extensions/all_engines_test")
    assert ran.returncode == 0, ran.stdout


def test_a_second_definition_does_not_link(tmp_path: Path) -> None:
    """The same options of the linker refuse a type that two files define differently."""
    (tmp_path / "one.cpp").write_text(
        "struct Kind { int first; virtual int f() { return first; } };\n"
        "int g();\nint main() { return Kind{}.f() + g(); }\n"
    )
    (tmp_path / "two.cpp").write_text(
        "struct Kind { double second; virtual int f() { return int(second); } };\n"
        "int g() { return Kind{}.f(); }\n"
    )
    flags = [line for line in (ROOT / "CMakeLists.txt").read_text().splitlines() if "-Wodr" in line]
    (options,) = [line.strip()[len("add_link_options(") : -1].split() for line in flags]
    files = [tmp_path / "one.cpp", tmp_path / "two.cpp"]
    linked = run(CXX, "-O1", *options, *files, "-o", tmp_path / "program")
    assert linked.returncode != 0
    assert "One Definition Rule" in linked.stdout
