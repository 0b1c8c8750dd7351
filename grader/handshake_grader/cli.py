"""The command `grader/grade`: reads the command line and calls what does the work."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from pathlib import Path

from rich.console import Console

from . import __version__
from .errors import EXIT_FAULT, EXIT_INTERRUPTED, EXIT_USAGE, GraderError, UsageError

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_SETTINGS = ROOT / "grader/settings/matching.toml"

_EPILOG = """\
A first class in four commands:
  grader/grade doctor                               is everything there that grading needs?
  grader/grade class DOWNLOAD.zip --out marks       grade the download of the course site
  (open marks/class.html)                           look at what needs a person
  (upload marks/gradebooks/sakai_grades.csv)        or canvas.csv, or moodle.csv

Exit codes: 0 all graded; 1 something needs a person, or `one` has less than full marks;
2 the command line or a file on it is wrong; 70 a fault of the grader or of this machine.
docs/ta_guide.md explains it in ten minutes."""


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="grader/grade",
        description="Grades submissions of the matching assignment, without trusting a byte of them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"handshake grader {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    grade = commands.add_parser(
        "class", help="grade a class: a folder or a zip from the course site"
    )
    grade.add_argument(
        "submissions",
        type=Path,
        help="the download: Sakai, Canvas, Moodle, Gradescope, or NAME/submit_me.tar",
    )
    _add_out(grade)
    _add_common(grade)
    grade.add_argument(
        "--jobs",
        type=_positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="submissions at the same time (default: the processors)",
    )
    _add_slurm(grade)
    grade.add_argument(
        "--student", action="append", metavar="ID", help="only this one; may stand several times"
    )

    one = commands.add_parser("one", help="grade one submission and print its report")
    one.add_argument(
        "submission", type=Path, help="submit_me.tar, or a folder that holds the five files"
    )
    one.add_argument(
        "--student", default="you", metavar="ID", help="whose secret cases (default: you)"
    )
    one.add_argument(
        "--gradescope",
        type=Path,
        metavar="FILE",
        help="also write results.json for Gradescope here",
    )
    _add_common(one)

    again = commands.add_parser(
        "regrade", help="grade again: one student, one part, or all; prints what changed"
    )
    again.add_argument("submissions", type=Path, help="the same download as before, or a newer one")
    _add_out(again)
    _add_common(again)
    again.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N")
    _add_slurm(again)
    again.add_argument(
        "--student", action="append", metavar="ID", help="only this one; may stand several times"
    )
    again.add_argument(
        "--part",
        action="append",
        metavar="PART[.PROPERTY]",
        help="only this one; may stand several times",
    )

    override = commands.add_parser(
        "override", help="give points by hand; who, when and why are kept"
    )
    override.add_argument("student", metavar="ID")
    override.add_argument(
        "target", metavar="TARGET", help="a part, part.property, part.rubric line, or total"
    )
    override.add_argument("points", help="how many, or `none` to take an earlier decision back")
    override.add_argument("--why", required=True, help="the student reads this")
    override.add_argument("--who", default=None, help="who decides (default: the user name)")
    override.add_argument(
        "--submissions", type=Path, required=True, help="the download, to write the pages anew"
    )
    _add_out(override)
    _add_common(override)

    report = commands.add_parser(
        "report", help="write marks and pages anew from the journal; runs nothing"
    )
    report.add_argument("submissions", type=Path)
    _add_out(report)
    _add_common(report)

    demo = commands.add_parser(
        "demo", help="grade a sample class of 24, as a demonstration; minutes"
    )
    _add_out(demo)
    _add_common(demo)
    demo.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N")

    zipped = commands.add_parser(
        "gradescope", help="write the autograder that Gradescope takes: a zip, for the staff alone"
    )
    zipped.add_argument("--out", type=Path, required=True, metavar="FILE.zip")
    _add_common(zipped)

    settings = commands.add_parser("settings", help="check a settings file and show its points")
    _add_common(settings)

    doctor = commands.add_parser("doctor", help="what this machine has, and what will protect it")
    doctor.add_argument("--build", action="store_true", help="build the kit as well")
    _add_common(doctor)
    return parser


def _add_out(parser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="where marks, pages and the journal are; made if needed",
    )


def _add_slurm(parser) -> None:
    parser.add_argument(
        "--slurm",
        nargs="?",
        const="",
        metavar="OPTION=VALUE,...",
        help="one Slurm job a submission, --jobs of them at a time; with options of sbatch, such as "
        "partition=cpu,time=30 (minutes a submission; default 60)",
    )


def _add_common(parser) -> None:
    parser.add_argument(
        "--settings",
        type=Path,
        default=DEFAULT_SETTINGS,
        metavar="FILE",
        help="the assignment (default: grader/settings/matching.toml)",
    )
    parser.add_argument(
        "--secret",
        type=Path,
        default=None,
        metavar="FILE",
        help="the secret of the secret cases (default: ~/.config/handshake/secret, made the first time)",
    )
    parser.add_argument(
        "--tree",
        type=Path,
        default=ROOT,
        metavar="DIR",
        help="the kit to grade with (default: the one that this command is in)",
    )


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def main(arguments: list[str] | None = None) -> int:
    options = build_parser().parse_args(arguments)
    for name in ("out", "tree", "settings", "secret"):  # parts of the grader work in other folders
        if getattr(options, name, None) is not None:
            setattr(options, name, getattr(options, name).resolve())
    console = Console(highlight=False)
    try:
        from . import commands

        return getattr(commands, f"do_{options.command}")(options, console)
    except UsageError as error:
        print(f"grade: {error}", file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        print(
            "\ngrade: stopped; everything found out so far is kept. The same command goes on.",
            file=sys.stderr,
        )
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return EXIT_FAULT
    except Exception as error:
        if not isinstance(error, GraderError):
            traceback.print_exc()
        print(
            f"grade: {error}\nThis is a fault of the grader or of this machine; no mark was made of it.",
            file=sys.stderr,
        )
        return EXIT_FAULT
