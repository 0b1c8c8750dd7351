"""Makes the students' kit from this tree: DIR/handout/ and DIR/handout.tar.gz.

    make handout                               runs this program with DIR = build
    make handout SETTINGS=my_term.toml         the same, for the points and dates of these settings
    make handout LABS="saxpy matmul"           the same, with these labs beside the assignment

The kit has the files that kit_files.txt names. Between YOUR CODE GOES BELOW and YOUR CODE GOES
ABOVE, it has only the lines that begin with `// HINT`. A kit that still contains a line of a
solution is never written.
"""

import fnmatch
import gzip
import hashlib
import io
import re
import shutil
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))
from handshake_grader.errors import UsageError  # noqa: E402
from handshake_grader.lab import Lab, lab_named  # noqa: E402
from handshake_grader.settings.settings import read_settings  # noqa: E402
from skeleton import GIVEN_WRAPPER, HINT, WRAPPER, emptied, lines_between, with_blocks  # noqa: E402
from this_term import points_of_lines, this_term  # noqa: E402

NAME = "handout"
MAKEFILES = ("Makefile", ".mk")
PATHS = re.compile(r"(?<![\w./)-])(?:\.ci|docs|grader|src|testcases)/[\w./*-]+(?![\w%./*-])")

# STUDENT_FILES have the marks of the handout. A solution may repeat lines of EXAMPLE.
STUDENT_FILES = ("src/onewaywrapper.cu", "src/gpu_required/*.cu", "src/gpu_extra_credit/*.cu")
# What the kit has of another lab.
OF_A_LAB = (
    *("labs/NAME/README.md", "labs/NAME/*.cuh", "labs/NAME/lab.cpp", "labs/NAME/src/*.cu"),
    *("?labs/NAME/*.mk", "?labs/NAME/words/*", "?labs/NAME/check/*"),
    "grader/check/kernels_only/*",
)
EXAMPLE = "src/gpu_given/packGraph.cu"
SHORTEST_TELLING_LINE = 12  # characters that are not blank; shorter lines reveal nothing
# Other lines of solutions that reveal nothing: the end of a declaration, and the condition of a
# case that the handout itself describes.
TELL_NOTHING = {"intnumNodes){", "if(distance==0){", "__syncthreads();"}

# Marks in these two files show which text is about files that only the instructor has. The kit does
# not get this text: in the Makefile, each line with a mark; in README.md, everything from the mark
# on.
CUTS = (
    ("Makefile", re.compile(r"^[^\n]*# not handed out\n", re.MULTILINE)),
    ("testcases/README.md", re.compile(r"<!-- The rest is not handed out\. -->\n.*", re.DOTALL)),
)


SETTINGS = "grader/settings/matching.toml"  # of the kit, if no other settings are named
# In the kit, the points, the deadline and the late rule of its settings replace this line.
POLICY = "docs/grading_policy.md"
TERM = "*The students' kit has the points, the deadline and the late rule of its term here.*"
COSTS = re.compile(r"## What typical mistakes cost\n.*?(?=\n## )\n", re.DOTALL)


class HandoutError(Exception):
    """The kit cannot be made from this tree."""


def student_files(root: Path, labs: Sequence[Lab]) -> list[Path]:
    files = [file for pattern in STUDENT_FILES for file in sorted(root.glob(pattern))]
    return files + [root / path for lab in labs for path in lab.paths]


def kit_files(
    root: Path, settings: Path | None = None, labs: Sequence[Lab] = ()
) -> dict[str, bytes]:
    """The files of the kit: path -> content. Raises UsageError if the settings are wrong."""
    files = {}
    for line in _patterns(labs):
        pattern = line.lstrip("?")
        found = [file for file in sorted(root.glob(pattern)) if file.is_file()]
        if not found and not line.startswith("?"):
            raise HandoutError(f"kit_files.txt: {pattern} finds nothing in {root}")
        files.update({file.relative_to(root).as_posix(): file.read_bytes() for file in found})
    for file in student_files(root, labs):
        path = file.relative_to(root).as_posix()
        files[path] = emptied(files[path].decode()).encode()
    for path, marked in CUTS:
        text, count = marked.subn("", files[path].decode())
        if count == 0:
            raise HandoutError(f'{path}: the mark "not handed out" is missing')
        files[path] = text.encode()
    files[POLICY] = _policy(files[POLICY].decode(), root, settings, labs).encode()
    files[GIVEN_WRAPPER] = files[WRAPPER]
    files["README.md"] = _readme(root, labs)
    files[".vscode/tasks.json"] = (HERE / "vscode_tasks.json").read_bytes()
    files["grader/given.sha256"] = _checksums(
        files, {one.relative_to(root) for one in student_files(root, labs)}
    )
    return dict(sorted(files.items()))


def _patterns(labs: Sequence[Lab]) -> list[str]:
    lines = [line.strip() for line in (HERE / "kit_files.txt").read_text().splitlines()]
    lines += [line.replace("NAME", lab.name) for lab in labs for line in OF_A_LAB]
    return [line for line in lines if line and not line.startswith("#")]


def _checksums(files: dict[str, bytes], of_students: set[Path]) -> bytes:
    """The checksums of all given files that are needed to build and run the kit, in the form that
    sha256sum --check reads."""
    given = [
        path
        for path in sorted(files)
        if Path(path) not in of_students
        and path.startswith(("Makefile", "src/", "grader/", "labs/", "testcases/"))
    ]
    lines = [f"{hashlib.sha256(files[path]).hexdigest()}  {path}\n" for path in given]
    return "".join(lines).encode()


def missing(files: dict[str, bytes]) -> list[str]:
    """Says which lines of the Makefile refer to something that is not in the kit. Such a line
    needs the mark "# not handed out"."""
    rules = "".join(data.decode() for path, data in files.items() if path.endswith(MAKEFILES))
    makefile = files["Makefile"].decode()
    programs = [
        word for line in re.findall(r"(?m)^PROGRAMS .=(.*)", makefile) for word in line.split()
    ]
    targets = {*programs, *" ".join(re.findall(r"(?m)^([\w -]+):", rules)).split()}
    found = []
    for line in makefile.splitlines():
        said = re.findall(r'echo "make ([\w-]+)', line)
        wrong = [name for name in said if name not in targets]
        wrong += [path for path in PATHS.findall(line) if not fnmatch.filter(files, f"{path}*")]
        wrong += [name for name in programs if name in line.split() and f"/{name}:" not in rules]
        found += [f"the Makefile names {name}, which is not in the kit: {line}" for name in wrong]
    return found


def _policy(text: str, root: Path, settings: Path | None, labs: Sequence[Lab]) -> str:
    """What mistakes cost was measured with the points of the default settings, so the kit of a term
    with other points does not have this section."""
    if text.count(TERM) != 1 or len(COSTS.findall(text)) != 1:
        raise HandoutError(f"{POLICY}: needs the line {TERM} and the section about costs once")
    usual = read_settings(root / SETTINGS)
    term = read_settings(settings) if settings else usual
    kept = text if points_of_lines(term) == points_of_lines(usual) else COSTS.sub("", text)
    terms = [term, *(read_settings(root / f"labs/{lab.name}/settings.toml") for lab in labs)]
    return kept.replace(TERM, "\n\n".join(map(this_term, terms)))


def _readme(root: Path, labs: Sequence[Lab]) -> bytes:
    """The kit's README: first a text that is written for the kit, and then the section "For
    students" of our README."""
    door = re.search(r"## For students\n.*?(?=\n## )", (root / "README.md").read_text(), re.DOTALL)
    if door is None:
        raise HandoutError('README.md has no section "## For students"')
    others = "".join(
        f"* [{lab.name}](labs/{lab.name}/README.md): `make check LAB={lab.name}`, "
        f"`make submit LAB={lab.name}`\n"
        for lab in labs
    )
    others = f"\n## Other labs in this kit\n{others}" if others else ""
    return ((HERE / "README.kit.md").read_text() + door[0] + others).encode()


# ---- finding lines of a solution


def without_blanks(text: str) -> str:
    return re.sub(r"\s+", "", text)


def solution_lines(root: Path, labs: Sequence[Lab]) -> list[str]:
    """The lines between the marks, including comments. Left out: hints, lines that the given code
    also has, and lines that reveal nothing. What is right in a lab is given: its definition
    computes it."""
    given = [(root / EXAMPLE).read_text()]
    texts = [file.read_text() for file in student_files(root, labs)]
    given += [with_blocks(text, lambda _, old: "") for text in texts]
    shown = {without_blanks(line) for text in given for line in text.splitlines()}
    lines = {without_blanks(line) for text in texts for line in lines_between(text)}
    telling = {line for line in lines if len(line) >= SHORTEST_TELLING_LINE}
    oracles = "".join((root / f"labs/{lab.name}/lab.cpp").read_text() for lab in labs)
    telling = {line for line in telling if line not in without_blanks(oracles)}
    hint = without_blanks(HINT)
    return sorted(one for one in telling - shown - TELL_NOTHING if not one.startswith(hint))


def leaks(root: Path, files: dict[str, bytes], labs: Sequence[Lab]) -> list[str]:
    wanted = solution_lines(root, labs)
    if not wanted:
        raise HandoutError(
            "the tree holds no solution between the marks, so the kit cannot be searched for it"
        )
    found = []
    for path, data in files.items():
        text = without_blanks(data.decode(errors="replace"))
        found += [f"{path} holds a line of a solution: {line}" for line in wanted if line in text]
    return found


# ---- writing


def tar_of(files: dict[str, bytes], root: Path) -> bytes:
    """Packs the files. The same files always give the same bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{NAME}/{path}")
            entry.size = len(data)
            entry.mode = 0o755 if _is_program(root / path) else 0o644
            tar.addfile(entry, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), mtime=0)


def _is_program(file: Path) -> bool:
    return file.exists() and bool(file.stat().st_mode & 0o100)


def make_handout(
    root: Path, out: Path, settings: Path | None = None, labs: Sequence[Lab] = ()
) -> Path:
    files = kit_files(root, settings, labs)
    found = leaks(root, files, labs) + missing(files)
    if found:
        raise HandoutError("\n  ".join(["the kit was not written, because", *found]))
    data = tar_of(files, root)
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{NAME}.tar.gz").write_bytes(data)
    shutil.rmtree(out / NAME, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        for entry in tar.getmembers():
            file = out / entry.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(tar.extractfile(entry).read())
            file.chmod(entry.mode)
    return out / NAME


def main() -> int:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build")
    settings = Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / SETTINGS)
    try:
        labs = [lab_named(name) for name in sys.argv[3:]]
        kit = make_handout(ROOT, out, settings, labs)
    except (HandoutError, UsageError) as error:
        print(f"make handout: {error}", file=sys.stderr)
        return 1
    count = sum(1 for file in kit.rglob("*") if file.is_file())
    lines = len(solution_lines(ROOT, labs))
    print(f"{kit}: {count} files; none of the {lines} lines of the solutions is in them")
    print(f"{kit / POLICY}: has the points and dates of {settings}")
    print(f"{kit}.tar.gz: the same files, to hand out. `make handout-proofs` builds and grades it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
