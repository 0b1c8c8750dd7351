"""The library is installed from this tree, and used from outside of it: by C programs that find it
with CMake and pkg-config, and by Python programs that get it as a wheel in a fresh environment."""

from __future__ import annotations

import re
from pathlib import Path

from building import run

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
CONSUMER = HERE / "consumer"


def test_cmake_finds_the_library(installed: Path, tmp_path: Path) -> None:
    run("cmake", "-S", CONSUMER, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={installed}")
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "consumer").endswith(": right\n")


def test_pkg_config_finds_the_library(installed: Path, tmp_path: Path) -> None:
    path = {"PKG_CONFIG_PATH": str(installed / "lib/pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "handshake", **path).split()
    program = tmp_path / "consumer"
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", CONSUMER / "main.c", "-o",
        program, *flags)  # fmt: skip
    assert run(program, LD_LIBRARY_PATH=str(installed / "lib")).endswith(": right\n")


def test_the_header_compiles_as_cpp(installed: Path, tmp_path: Path) -> None:
    source = tmp_path / "all.cpp"
    source.write_text("#include <handshake.h>\nint main() { return hs_version() == nullptr; }\n")
    run("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
        f"-I{installed}/include", source)  # fmt: skip


def test_the_library_needs_no_openmp_and_exports_only_its_header(installed: Path) -> None:
    library = installed / "lib/libhandshake.so"
    assert "gomp" not in run("ldd", library)
    names = [line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()]
    ours = {name for name in names if not name.startswith("_ZSt")}  # templates of the standard
    header = (installed / "include/handshake.h").read_text()
    assert {name for name in ours if name.startswith("hs_")} == ours
    assert ours
    assert all(f"{name}(" in header for name in ours)


def test_the_wheel_works_without_the_repository(environment: Path, tmp_path: Path) -> None:
    copy = tmp_path / "wheel"
    run("cp", "-r", HERE / "wheel", copy)
    report = run(environment, "-m", "pytest", "-q", "-p", "no:cacheprovider", copy)
    assert " passed" in report
    assert " failed" not in report
    assert " skipped" not in report


PAGE = ROOT / "docs/library.md"


def test_the_python_examples_of_the_page_work(environment: Path, tmp_path: Path) -> None:
    run(environment, HERE / "examples.py", PAGE, tmp_path)


def test_the_cells_of_the_notebook_work(environment: Path) -> None:
    run(environment, HERE / "notebook.py", ROOT / "docs/library.ipynb")


def test_the_c_examples_of_the_page_work(installed: Path, tmp_path: Path) -> None:
    examples = re.findall(r"^```c\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (cmake,) = re.findall(r"^```cmake\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    graph = tmp_path / "graph.mtx"
    graph.write_text("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 2\n3 2 3\n")
    for number, (code, answer) in enumerate(zip(examples, ("-1 2 1\n", "-1\n2\n1\n"), strict=True)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "main.c").write_text(code)
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(example LANGUAGES C)\n"
            f"add_executable(program main.c)\n{cmake}"
        )
        run("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={installed}")
        run("cmake", "--build", folder / "build")
        assert run(folder / "build/program", graph).endswith(answer)


def test_the_cpp_example_of_the_page_compiles(tmp_path: Path) -> None:
    (code,) = re.findall(r"^```cpp\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    source = tmp_path / "main.cpp"
    source.write_text(
        f'#include <vector>\n#include "library/handshake.hpp"\n'
        f"void match(const handshake::graph::View& graph) {{\n{code}}}\n"
    )
    run(
        "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{ROOT}/src", source
    )
