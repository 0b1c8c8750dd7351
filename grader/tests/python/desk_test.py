"""The commands for a TA after grading: what each command shows, refuses, and keeps for the next
one.

Each test runs whole commands, with a fake examiner in place of the kit's.
"""

import html
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from fake_examiner import SETTINGS, FakeExaminer
from grade_class_test import make_class, marks, submission
from handshake_grader import commands
from handshake_grader import desk as handed
from handshake_grader.cli import main
from handshake_grader.errors import EXIT_FAULT, EXIT_LOOK, EXIT_OK, EXIT_USAGE
from handshake_grader.verdict import ItemResult, Verdict

GRADE = Path(__file__).resolve().parents[2] / "grade"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Runs a command on a class of two students, always with the same --out folder."""
    monkeypatch.setattr(commands, "build_kit", lambda tree, lab: SimpleNamespace(modes=("plain",)))
    for name in ("require_machine", "require_modes", "require_that_ours_builds"):
        monkeypatch.setattr(commands, name, lambda *about: None, raising=False)
    monkeypatch.setattr(commands, "KitExaminer", lambda *about: FakeExaminer())
    students = {"ab1": submission(), "cd2": submission("filter.alone: WRONG")}
    folder = make_class(tmp_path / "in", students)
    _secret(tmp_path / "secret", "11")

    def run(command, *more, secret="secret", settings=SETTINGS):
        where = ["--submissions", folder] if command == "override" else [folder]
        jobs = ["--jobs", 1] if command in ("class", "regrade") else []
        words = [command, *more, *where, *jobs, "--out", tmp_path / "out"]
        words += ["--secret", tmp_path / secret, "--settings", settings]
        return main([str(word) for word in words])

    return run


def _secret(file, digits):
    file.write_text(digits * 32)
    file.chmod(0o600)


def test_later_commands_use_the_tables_of_an_earlier_command(desk, tmp_path, capsys):
    roster, times = tmp_path / "roster.csv", tmp_path / "times.csv"
    roster.write_text("id,name,section\nab1,Bo,1\ncd2,Di,2\nef3,Em,2\n")
    times.write_text("id,time\nab1,2026-12-12 12:00\ncd2,2026-12-01 12:00\n")
    assert desk("class", "--roster", roster, "--times", times) == EXIT_OK
    first = marks(tmp_path / "out")
    roster.unlink()
    times.unlink()

    capsys.readouterr()
    assert desk("report") == EXIT_OK
    assert "are from an earlier --times" in capsys.readouterr().out.replace("\n", " ")
    assert marks(tmp_path / "out") == first
    assert desk("override", "cd2", "filter.alone", "6", "--why", "fine") == EXIT_OK
    assert (first["ab1"]["total"], first["ef3"]["total"]) == ("66", "0")
    assert marks(tmp_path / "out")["ab1"] == first["ab1"]


def test_a_table_with_an_unknown_student_is_not_kept(desk, tmp_path, capsys):
    times = tmp_path / "times.csv"
    times.write_text("id,time\nab7,2026-12-12 12:00\n")

    assert desk("class", "--times", times) == EXIT_USAGE
    assert "no student 'ab7' in the class; the nearest is 'ab1'" in capsys.readouterr().err
    assert desk("class") == EXIT_OK


def test_the_terminal_names_students_but_the_log_files_do_not(desk, tmp_path, capsys):
    desk("class")

    shown = capsys.readouterr().out
    assert "ab1: " in shown and "cd2: " in shown
    assert "ab1" not in (tmp_path / "out/private/events.jsonl").read_text()


@pytest.mark.parametrize("command", ["report", "override"])
def test_another_secret_is_refused_before_a_file_is_written(desk, tmp_path, command, capsys):
    desk("class")
    _secret(tmp_path / "other", "22")
    names = (tmp_path / "out/private/who_is_who.json").read_text()
    more = ["ab1", "total", "1", "--why", "x"] if command == "override" else []

    assert desk(command, *more, secret="other") == EXIT_USAGE

    assert "another secret" in capsys.readouterr().err
    assert (tmp_path / "out/private/who_is_who.json").read_text() == names
    assert marks(tmp_path / "out")["ab1"]["total"] == "110"


def test_a_command_of_a_staff_page_is_complete_and_another_assignment_id_is_refused(
    desk, tmp_path, monkeypatch, capsys
):
    """The id decides the secret graphs, and so which failure a replay shows."""
    monkeypatch.setattr(handed, "replay", lambda examination, item: ItemResult(item.id, Verdict.OK))
    for name in ("require_machine", "kit_of_tree", "KitExaminer"):
        monkeypatch.setattr(handed, name, getattr(commands, name))
    settings, other = tmp_path / "my term.toml", tmp_path / "other.toml"
    settings.write_text(SETTINGS.read_text())
    other.write_text(SETTINGS.read_text().replace('id = "matching"', 'id = "matching-fall"'))
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name,sis id\ncd2,Di,1102\n")
    desk("class", "--roster", roster, settings=settings)

    page = html.unescape((tmp_path / "out/staff/cd2.html").read_text())
    line = next(line for line in page.splitlines() if "grader/grade replay cd2" in line)
    words = shlex.split(line.split("grade ", 1)[1])
    assert main(words) == EXIT_OK
    words[words.index("cd2")] = "1102"  # the roster that the folder keeps knows it
    assert main(words) == EXIT_OK
    capsys.readouterr()
    assert main([*words, "--settings", str(other)]) == EXIT_USAGE
    assert "another secret or assignment id" in capsys.readouterr().err
    assert main([*words, "--out", str(tmp_path / "new")]) == EXIT_USAGE
    assert "is not the --out folder of a graded class" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("command", ["class", "report", "override"])
def test_a_download_without_any_student_of_the_last_marks_is_refused(
    desk, tmp_path, capsys, command
):
    desk("class")
    table = marks(tmp_path / "out")
    for name in ("ab1", "cd2"):
        (tmp_path / "in" / name).rename(tmp_path / "in" / f"other-{name}")
    more = ["other-ab1", "total", "1", "--why", "x"] if command == "override" else []

    assert desk(command, *more) == EXIT_USAGE

    assert "none of the 2 students who handed in" in capsys.readouterr().err
    assert marks(tmp_path / "out") == table
    make_class(tmp_path / "in", {"cd2": submission()})
    assert desk("report") == EXIT_LOOK  # the new students are not graded yet


def test_git_ignores_all_files_with_names_and_marks_that_the_guide_makes():
    tree = GRADE.parents[1]
    pages = [tree / "README.md", *(tree / "docs").glob("*.md")]
    text = "\n".join(page.read_text() for page in pages)
    lines = "\n".join(re.findall(r"(?m)^grader/grade .*", text))
    made = set(re.findall(r"--(?:out|settings|give|write) ([a-z_.]+\w)(?![\w/])", lines))
    ignored = {line.strip("/") for line in (tree / ".gitignore").read_text().splitlines()}

    assert {"marks", "demo", "my_term.toml"} <= made and made - ignored == set()


def test_if_the_grader_cannot_be_loaded_the_exit_code_is_that_of_a_fault(tmp_path):
    text = GRADE.read_text()
    start = text[text.index('START = """') + 11 : text.index('"""\nINSTALLED')]
    code = start.format(path=str(tmp_path), fault=70)

    assert subprocess.run([sys.executable, "-I", "-c", code], capture_output=True).returncode == (
        EXIT_FAULT
    )


def test_names_are_shown_beside_ids_wherever_a_list_of_students_is_printed(desk, tmp_path, capsys):
    roster = tmp_path / "roster.csv"
    roster.write_text('id,name\nab1,"Bo, Ann"\ncd2,"Di, Cy"\nef3,"Em, Eve"\n')
    make_class(tmp_path / "in", {"ab1": submission("scan.alone: HELD")})

    assert desk("class", "--roster", roster) == EXIT_LOOK

    shown = capsys.readouterr().out
    assert "handed in: Bo, Ann (ab1); Di, Cy (cd2)" in shown
    assert "nothing from: Em, Eve (ef3)" in shown
    assert "Di, Cy (cd2): graded in" in shown
    assert "1 needs a person: Bo, Ann (ab1)." in shown


def test_a_command_about_one_student_speaks_only_about_this_student(desk, capsys):
    assert desk("class", "--student", "ab1") == EXIT_OK

    assert "1 of 2 students, plain layout; 0 need a person." in capsys.readouterr().out


def test_a_command_whose_output_is_a_file_says_that_the_kit_is_built(desk, capsys):
    desk("class")
    assert "building the kit" in capsys.readouterr().out


def test_a_mistake_in_a_command_shows_the_usage_of_this_command(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["replay", "ab1", "scan.alone", "--submissions", "x", "--out", "y", "--what", "z"])

    assert ended.value.code == EXIT_USAGE
    error = capsys.readouterr().err
    assert error.startswith("usage: grader/grade replay") and "--what" in error
