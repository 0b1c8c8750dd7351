"""A demonstration: grades a sample class, enters points of a rubric, and settles a complaint."""

from __future__ import annotations

import shutil
import sys

from rich.console import Console

from .commands import do_class
from .desk import do_replay, do_rubric
from .files import write_whole
from .options import ClassOptions, DemoOptions, ReplayOptions, RubricOptions

# The limit for each part of the suite, in seconds: enough even if other programs use the machine.
PART_LIMIT_S = 12
# The student (of grader/tests/submissions/sample_class.py) who complains, and about which property.
COMPLAINT = "je110", "filter.alone"

LOOK_AT = (
    ("class.html", "the class (two sections); search, sort or filter it, or open a student's page"),
    ("similarity.html", "a group of four students who handed in the same work"),
    ("staff/ad101.html", "one student of this group, with the points for the report"),
    ("replay/README.txt", f"the files that {COMPLAINT[0]} was given"),
)


def do_demo(options: DemoOptions, console: Console) -> int:
    """Runs the demonstration, with settings that make it short."""
    sys.path.insert(0, str(options.tree / "grader/tests/submissions"))
    from sample_class import sample_class, sample_roster, sample_rubric, small_settings

    out = options.out
    submissions, settings = out / "sample_class.zip", out / "sample_class.toml"
    roster, rubric = out / "sample_roster.csv", out / "sample_rubric.csv"
    write_whole(submissions, sample_class(options.tree))
    write_whole(settings, small_settings(PART_LIMIT_S))
    write_whole(roster, sample_roster())
    write_whole(rubric, sample_rubric())
    console.print(f"{submissions}: a class of 24 students, packed as Sakai packs it", markup=False)
    common = settings, options.secret, options.tree
    code = do_class(ClassOptions(*common, submissions, out, options.jobs, roster=roster), console)
    console.print(f"{rubric}: sample points; in a real class, a person gives them", markup=False)
    do_rubric(
        RubricOptions(*common, submissions, out, rubric, None, "demo", roster=roster), console
    )
    console.print(f"A complaint of student {COMPLAINT[0]}, answered with a replay:", markup=False)
    given = out / "replay"
    shutil.rmtree(given, ignore_errors=True)
    do_replay(ReplayOptions(*common, submissions, out, *COMPLAINT, given), console)
    console.print("Now look at:", markup=False)
    for place, what in LOOK_AT:
        console.print(f"  {out / place}: {what}", markup=False, soft_wrap=True)
    return code
