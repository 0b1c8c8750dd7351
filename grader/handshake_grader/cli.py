"""The command `grader/grade`: reads the command line and calls the function that does the work."""

from __future__ import annotations

import argparse
import os
import signal
import threading
import traceback
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from . import __version__, options
from .errors import EXIT_FAULT, EXIT_INTERRUPTED, EXIT_USAGE, DiskFullError, GraderError, UsageError
from .screen import Screen, complain
from .secret.case_seed import default_secret_file

LAYOUT_NAMES = (
    *("sakai", "canvas", "moodle", "gradescope"),
    *("blackboard", "brightspace", "github", "plain"),
)
ROOT = Path(__file__).resolve().parents[2]
DEFAULT_SETTINGS = ROOT / "grader/settings/matching.toml"

_EPILOG = """\
A first class in four steps:
  grader/grade doctor                               does this machine have what grading needs?
  grader/grade class DOWNLOAD.zip --out marks       grade the download of the course site
  (open marks/class.html)                           see which submissions need a person
  (upload the files in marks/gradebooks)            docs/ta_guide.md explains how

Exit codes: 0 all graded; 1 something needs a person, or `one` gave less than full marks;
2 the command line, or a file that it names, is wrong; 70 a fault of the grader or of this machine
(then some items may be ungraded: JE); 130 stopped by Ctrl-C.
docs/ta_guide.md explains grading in ten minutes."""


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="grader/grade",
        description="Grades submissions of the matching assignment. "
        "Nothing in a submission is trusted.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"handshake grader {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, kind: type[options.Common], what: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=what)
        made.set_defaults(kind=kind, parser=made)
        _add_common(made)
        return made

    what = "grade a class: a folder or a zip from the course site"
    site = "a download of the course site, or a folder with NAME/submit_me.tar"
    _add_class(command("class", options.ClassOptions, what), site)

    one = command("one", options.OneOptions, "grade one submission and print its report")
    _add_one(one)

    what = "grade again: one student, one part, or all; prints what changed"
    again = command("regrade", options.ClassOptions, what)
    _add_class(again, "the same download as before, or a newer one")
    again.add_argument(
        "--part",
        action="append",
        metavar="PART[.PROPERTY]",
        help="only this part or property; may be given several times",
    )

    what = "set points by hand; the journal records who decided, when and why"
    _add_override(command("override", options.OverrideOptions, what))

    what = "enter the points of the rubric for a class: from a table, or student by student"
    _add_rubric(command("rubric", options.RubricOptions, what))

    what = "rerun the secret case on which a submission fails, and show it"
    _add_replay(command("replay", options.ReplayOptions, what))

    what = "find similar submissions, also in earlier terms; runs no student's code"
    _add_alike(command("alike", options.AlikeOptions, what))

    what = "write marks and pages again from the journal; runs no student's code"
    report = command("report", options.ReportOptions, what)
    report.add_argument("submissions", type=Path)
    _add_out(report)
    _add_layout(report)
    _add_tables(report)

    what = "grade a sample class of 24 students, as a demonstration; takes minutes"
    demo = command("demo", options.DemoOptions, what)
    _add_out(demo)
    _add_jobs(demo)

    what = "write the autograder for Gradescope: a zip that only the staff may have"
    zipped = command("gradescope", options.ZipOptions, what)
    zipped.add_argument("--out", type=_resolved, required=True, metavar="FILE.zip")

    command("settings", options.Common, "check a settings file and show the points that it gives")

    what = "show whether this machine can grade, and what will protect it"
    doctor = command("doctor", options.DoctorOptions, what)
    doctor.add_argument("--build", action="store_true", help="build the kit as well")
    return parser


def _add_class(parser: argparse.ArgumentParser, submissions: str) -> None:
    parser.add_argument("submissions", type=Path, help=submissions)
    _add_out(parser)
    _add_layout(parser)
    _add_tables(parser)
    _add_jobs(parser)
    parser.add_argument(
        "--slurm",
        nargs="?",
        const="",
        metavar="OPTION=VALUE,...",
        help="run one Slurm job per submission, at most --jobs of them at a time, with these "
        "options of sbatch, such as partition=cpu,time=30 (time: minutes per submission; default "
        "60)",
    )
    parser.add_argument(
        "--student",
        action="append",
        metavar="ID",
        help="only this student; may be given several times",
    )


def _add_one(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "submission", type=Path, help="submit_me.tar, or a folder with its five files"
    )
    parser.add_argument(
        "--student",
        default="you",
        metavar="ID",
        help="the student whose secret cases are used (default: the id `you`)",
    )
    parser.add_argument(
        "--gradescope",
        type=Path,
        metavar="FILE",
        help="also write the result to FILE, in the format of Gradescope's results.json",
    )


def _add_layout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--layout",
        choices=LAYOUT_NAMES,
        help="the site of the download, needed only if the download could be from two sites",
    )


def _add_tables(parser: argparse.ArgumentParser) -> None:
    """Adds --roster and --times, for all commands that read a class."""
    later = "; commands that write marks keep a copy for later commands"
    parser.add_argument(
        "--roster",
        type=_resolved,
        metavar="FILE",
        help="CSV of the class: ids, names, sections, groups; absent students get a row" + later,
    )
    parser.add_argument(
        "--times",
        type=_resolved,
        metavar="FILE",
        help="CSV of ids and times of handing in, if the site gives no times" + later,
    )


def _add_override(parser: argparse.ArgumentParser) -> None:
    _add_layout(parser)
    _add_tables(parser)
    parser.add_argument("student", metavar="ID")
    parser.add_argument(
        "target", metavar="TARGET", help="PART, PART.PROPERTY, PART.LINE of the rubric, or total"
    )
    parser.add_argument("points", help="the points, or `none` to undo an earlier decision")
    parser.add_argument("--why", required=True, help="the reason; the student can read it")
    parser.add_argument("--who", default=None, help="who decides (default: the user name)")
    parser.add_argument(
        "--submissions", type=Path, required=True, help="the download that holds the submissions"
    )
    _add_out(parser)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    _add_layout(parser)
    _add_tables(parser)
    parser.add_argument("student", metavar="ID")
    parser.add_argument("property", metavar="PART.PROPERTY")
    parser.add_argument(
        "--submissions", type=Path, required=True, help="the download that holds the submission"
    )
    _add_out(parser)
    parser.add_argument(
        "--give",
        type=_resolved,
        metavar="FOLDER",
        help="also write files for the student: the graph, the command, the right output",
    )


def _add_alike(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("submissions", type=Path)
    _add_layout(parser)
    _add_tables(parser)
    parser.add_argument("--out", type=_resolved, required=True, metavar="FILE.html")
    for name, what in (
        ("--against", "the download of an earlier term, or a folder with NAME/submit_me.tar"),
        ("--given", "a kit that students got in an earlier term: its code is ignored"),
    ):
        many = "; may be given several times"
        parser.add_argument(
            name, type=_resolved, action="append", default=[], metavar="FOLDER", help=what + many
        )


def _add_rubric(parser: argparse.ArgumentParser) -> None:
    _add_layout(parser)
    _add_tables(parser)
    parser.add_argument("submissions", type=Path)
    _add_out(parser)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--table",
        type=_resolved,
        metavar="FILE.csv",
        help="read the points from this file, with the columns student, target, points, remark; "
        "without --table and --write, the command asks for the missing points, line by line",
    )
    ways.add_argument(
        "--write",
        type=_resolved,
        metavar="FILE.csv",
        help="write a table of all rubric lines that have no points yet; a person fills it in",
    )
    parser.add_argument(
        "--blind",
        action="store_true",
        help="with --write: pseudonyms instead of ids and names, and pages without names in "
        "DIR/blind; --table reads both kinds of tables",
    )
    parser.add_argument("--who", default=None, help="who decides (default: the user name)")


def _add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=_resolved,
        required=True,
        metavar="DIR",
        help="the folder for marks, pages and journal; made if it does not exist",
    )


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        type=_positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many submissions are graded at the same time (default: the number of processors)",
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--settings",
        type=_resolved,
        default=DEFAULT_SETTINGS,
        metavar="FILE",
        help="the settings of the assignment (default: grader/settings/matching.toml)",
    )
    parser.add_argument(
        "--secret",
        type=_resolved,
        default=default_secret_file(),
        metavar="FILE",
        help="the file with the secret from which the secret cases are made (default: "
        "~/.config/handshake/secret, which is made if it does not exist)",
    )
    parser.add_argument(
        "--tree",
        type=_resolved,
        default=ROOT,
        metavar="DIR",
        help="the kit to grade with (default: the kit that contains this command)",
    )


def _resolved(text: str) -> Path:
    """Makes a path absolute, because the programs that the grader starts have other working
    directories."""
    return Path(text).resolve()


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def _end_in_order() -> None:
    """Makes SIGTERM and SIGHUP work like Ctrl-C, which ends this process and all processes that it
    started. Otherwise, these signals would end only this process."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        # If the parent process ignores SIGCHLD, this process inherits this setting, and would then
        # see the exit code 0 for each of its children.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:  # under nohup, SIGHUP stays ignored
                signal.signal(number, stop)


def main(arguments: list[str] | None = None) -> int:
    read, unknown = build_parser().parse_known_args(arguments)
    words = vars(read)
    command, kind, parser = (words.pop(name) for name in ("command", "kind", "parser"))
    if unknown:  # the usage of the command, not of all commands
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    _end_in_order()
    try:
        from . import commands, demo, desk  # imported only now, because loading takes time

        known = {**vars(commands), **vars(desk), **vars(demo)}
        do: Callable[[options.Common, Console], int] = known[f"do_{command}"]
        return do(kind(**words), Screen(highlight=False))
    except UsageError as error:
        complain(f"grade: {error}")
        return EXIT_USAGE
    except KeyboardInterrupt:
        complain("\ngrade: stopped; all results so far are kept. Run the same command to continue.")
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return EXIT_FAULT
    except OSError as error:
        said = DiskFullError(error) if DiskFullError.is_cause(error) else error
        complain(f"grade: {said}\nThis error has no effect on any mark.")
        return EXIT_FAULT
    except Exception as error:
        if not isinstance(error, GraderError):
            complain(traceback.format_exc())
        complain(
            f"grade: {error}\n"
            "This is a fault of the grader or of this machine; it has no effect on any mark."
        )
        return EXIT_FAULT
