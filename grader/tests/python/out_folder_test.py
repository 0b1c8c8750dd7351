"""The folder of a run: who may read it, and the messages if it cannot be written or read."""

import errno
import os
import sqlite3
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import needs
from fake_examiner import FakeExaminer, grade
from handshake_grader import cli, commands
from handshake_grader.course.class_run import JOURNAL_NAME, hold_folder
from handshake_grader.errors import EXIT_FAULT, DiskFullError, UsageError
from handshake_grader.marks.journal import Journal
from pack import make_tar

GRADER = Path(__file__).resolve().parents[2]


@pytest.fixture
def submissions(tmp_path):
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("ab1", "cd2", "ef3"):
            archive.writestr(f"{name}/submit_me.tar", make_tar())
    return path


def test_only_the_owner_can_read_what_is_in_the_folder(tmp_path, submissions):
    before = os.umask(0o022)
    try:
        grade(submissions, tmp_path / "new" / "out")
    finally:
        os.umask(before)

    folder = tmp_path / "new"
    wrong = [
        str(path.relative_to(folder))
        for path in (folder, *folder.rglob("*"))
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    ]
    assert wrong == []


class DiskOfOne(FakeExaminer):
    """An examiner for which the disk is full after one student."""

    def __init__(self):
        super().__init__()
        self.opened = 0

    def open(self, attempt):
        self.opened += 1
        examination = super().open(attempt)
        if self.opened > 1:
            examination.examine = self._full
        return examination

    def _full(self, item):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_stops_the_run_and_the_next_run_continues(tmp_path, submissions):
    with pytest.raises(DiskFullError, match="free some space"):
        grade(submissions, tmp_path / "out", DiskOfOne(), jobs=1)

    _, after, items = grade(submissions, tmp_path / "out")

    assert [one.ungraded for one in after] == [[], [], []]
    assert items == 2 * sum(len(part.properties) for part in after[0].parts)


def test_a_journal_on_a_full_disk_stops_the_run(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    journal._database.execute("PRAGMA max_page_count = 1")

    with pytest.raises(DiskFullError):
        for number in range(1000):
            journal.record_override(f"student {number}", "x" * 1000, 1.0, "me", "why")
    journal.close()


LIMITED = """
import resource, sys
sys.path.insert(0, {grader!r})
from handshake_grader.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
sys.exit(main({words!r}))
"""
FULL = """
import sys
sys.path.insert(0, {grader!r})
from pathlib import Path
from handshake_grader.cli import main
out = Path({out!r})
(out / "private").mkdir()
(out / "private/lock").touch()
try:
    with (out / "filler").open("wb", buffering=0) as file:
        while file.write(bytes(1024)): pass
except OSError:
    pass
sys.exit(main({words!r}))
"""


@pytest.mark.parametrize(
    "script, said",
    [
        pytest.param(FULL, "the disk is full", marks=needs.sandbox),
        (LIMITED, "the limit for the size of a file"),
    ],
)
def test_no_room_for_the_first_file_is_a_fault_of_the_machine_and_is_called_that(
    tmp_path, submissions, script, said
):
    out, small = tmp_path / "out", []
    out.mkdir()
    if script is FULL:
        small = ["bwrap", "--dev-bind", "/", "/", "--size", str(1 << 20), "--tmpfs", str(out)]
    words = ["report", str(submissions), "--out", str(out), "--secret", str(tmp_path / "secret")]
    (tmp_path / "secret").write_text("11" * 32)
    (tmp_path / "secret").chmod(0o600)
    code = script.format(grader=str(GRADER), words=words, out=str(out))

    done = subprocess.run([*small, sys.executable, "-c", code], capture_output=True, text=True)

    assert done.returncode == EXIT_FAULT and said in done.stderr, done.stderr
    assert "journal of this grader" not in done.stderr and "Traceback" not in done.stderr


def test_a_damaged_row_of_the_journal_is_named(tmp_path, submissions):
    grade(submissions, tmp_path / "out")
    database = sqlite3.connect(tmp_path / "out" / JOURNAL_NAME)
    database.execute("UPDATE results SET body = '{' WHERE student = 'cd2'")
    database.commit()
    database.close()

    with pytest.raises(UsageError, match=r"journal.*cd2.*cannot be read"):
        grade(submissions, tmp_path / "out")


def test_an_out_folder_whose_parent_is_a_file_is_refused_with_a_message(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(UsageError, match="cannot be written"), hold_folder(tmp_path / "file/out"):
        pass


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_if_the_system_refuses_a_call_the_command_ends_with_one_message(
    number, monkeypatch, capsys
):
    def refuse(options, console):
        raise OSError(number, os.strerror(number), "marks/marks.csv")

    monkeypatch.setattr(commands, "do_doctor", refuse)

    assert cli.main(["doctor"]) == EXIT_FAULT
    said = capsys.readouterr().err
    assert os.strerror(number) in said and "Traceback" not in said
