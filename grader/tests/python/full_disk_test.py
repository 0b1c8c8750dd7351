"""If the disk really becomes full, the run ends with one message. The next run continues the work.

The results are in a small file system that this test makes in a namespace.
"""

import subprocess
import sys
from pathlib import Path

import needs
from fake_examiner import SETTINGS
from grade_class_test import make_class, submission

ROOM = 3 << 20
SCRIPT = """
import sys
sys.path[:0] = {paths!r}
from pathlib import Path
from types import SimpleNamespace
from fake_examiner import FakeExaminer
from grade_class_test import marks
from handshake_grader import commands
from handshake_grader.cli import main
commands.build_kit = lambda tree, lab: SimpleNamespace(modes=("plain",))
for name in ("require_machine", "require_modes", "require_that_ours_builds"):
    setattr(commands, name, lambda *about: None)
filler = Path({out!r}, "filler")
opened = []
class Filling(FakeExaminer):
    def open(self, attempt):
        opened.append(attempt.student.id)
        if len(opened) == 2:  # fill the disk, as another process would
            with filler.open("wb", buffering=0) as file:
                try:
                    while file.write(bytes(1024)): pass
                except OSError:
                    pass
        return super().open(attempt)
commands.KitExaminer = lambda *about: Filling()
first = main({words!r})
filler.unlink()
second = main({words!r})
print(first, second, *(one["total"] for one in marks(Path({out!r})).values()))
"""


@needs.sandbox
def test_a_full_disk_ends_a_run_with_one_message_and_the_next_run_continues(tmp_path):
    students = {f"s{number}": submission() for number in range(3)}
    folder, out = make_class(tmp_path / "in", students), tmp_path / "out"
    out.mkdir()
    words = ["class", folder, "--out", out, "--settings", SETTINGS, "--jobs", "1"]
    words = [str(word) for word in (*words, "--secret", tmp_path / "secret")]
    here = Path(__file__).resolve()
    paths = [str(here.parents[2]), str(here.parent), str(here.parents[1] / "submissions")]
    script = SCRIPT.format(paths=paths, out=str(out), words=words)
    small = ["bwrap", "--dev-bind", "/", "/", "--size", str(ROOM), "--tmpfs", str(out)]

    done = subprocess.run(
        [*small, sys.executable, "-c", script], capture_output=True, text=True, timeout=300
    )

    assert done.stdout.splitlines()[-1:] == ["70 0 110 110 110"], (done.stdout, done.stderr)
    told = [line for line in done.stderr.splitlines() if "disk is full" in line]
    assert len(told) == 1 and "free some space and start the command again" in told[0]
    assert "Traceback" not in done.stderr
