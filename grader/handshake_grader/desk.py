"""The commands that a TA uses after a class is graded: rerun a secret case, enter points of the
rubric, and compare submissions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import astuple, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from .commands import (
    attempt_of,
    class_with_tables,
    kit_of_tree,
    login_name,
    open_journal,
    seeds_of,
    write_marks,
)
from .course.class_run import JOURNAL_NAME, hold_folder
from .doctor import require_machine
from .errors import EXIT_LOOK, EXIT_OK, UsageError
from .examine.examiner import KitExaminer
from .examine.replay import Replay, replay
from .files import write_whole
from .intake.class_folder import read_class, read_one
from .intake.download import Student
from .kit.kit import given_files
from .marks.changes import Changes
from .marks.class_marks import score_class
from .marks.rubric import (
    Given,
    Line,
    as_table,
    blinded,
    open_lines,
    points_of,
    read_points,
)
from .marks.score import StudentScore, format_points
from .marks.similarity import likeness
from .options import AlikeOptions, ReplayOptions, RubricOptions
from .pages import similarity_page
from .pages.given_case import GivenCase, in_words, write_case
from .pages.outputs import BLIND, folder_of, write_blind
from .pages.reports import FOLDER, reports_of
from .secret.case_seed import CaseSeeds
from .settings.plan import Item, items_of
from .settings.settings import Settings, read_settings
from .terminal import show_changes
from .verdict import ItemResult


def do_replay(options: ReplayOptions, console: Console) -> int:
    settings = read_settings(options.settings)
    item = _secret_item(options.property, settings)
    if options.give and not settings.visibility.give_cases:
        raise UsageError(
            f"replay: {options.settings}: visibility.give_cases is false, so students get no cases"
        )
    seeds = seeds_of(options, settings)
    if not (options.out / JOURNAL_NAME).is_file():
        raise UsageError(f"replay: {options.out} is not the --out folder of a graded class")
    with closing(open_journal(options.out)) as journal:
        journal.check_secret(seeds.secret_id)
        intake = class_with_tables(options, settings, journal)
    attempt = attempt_of(options.student, intake, options.submissions)
    with TemporaryDirectory(prefix="handshake.") as scratch:
        require_machine(options.tree, Path(scratch), settings)
        kit = kit_of_tree(options, settings, console)
        examiner = KitExaminer(kit, settings, seeds, Path(scratch))
        with examiner.open(attempt) as examination, console.status("running the secret cases"):
            found = replay(examination, item)
            if isinstance(found, ItemResult):
                return _nothing_to_show(found, console)
            case = _given(settings, item, found)
    _show(console, found, case)
    if options.give:
        write_case(options.give, case)
        who = attempt.student.in_words
        said = f"{options.give}: files for {who}; README.txt there explains their use"
        console.print(said, markup=False, soft_wrap=True)
    return EXIT_LOOK


def do_rubric(options: RubricOptions, console: Console) -> int:
    if options.blind and not options.write:
        raise UsageError("rubric: --blind needs --write FILE.csv")
    settings = read_settings(options.settings)
    seeds = seeds_of(options, settings)
    with hold_folder(options.out), closing(open_journal(options.out)) as journal:
        journal.check_secret(seeds.secret_id)
        intake = class_with_tables(options, settings, journal)
        digests = {one.student.id: one.submission.digest for one in intake.counted}
        scores = score_class(settings, intake, journal)
        if options.write:
            return _write_open_lines(options, settings, seeds, scores, console)
        table, lines = options.table, open_lines(scores)
        known = {name: one for one in digests for name in (seeds.pseudonym(one), one)}
        given = read_points(table, settings, known) if table else _walk(lines, console)
        who = options.who or login_name()
        blind: dict[str, Student] = {}
        for one in given:
            blind |= {one.student: Student(one.named)} if one.named != one.student else {}
            about = one.student, one.target, one.points, who, one.remark
            journal.record_override(*about, digests[one.student])
        marks = write_marks(options, settings, seeds, intake, journal)
    show_changes(console, _without_names(marks.changes, blind))
    return EXIT_OK


def _without_names(found: Changes | None, blind: dict[str, Student]) -> Changes | None:
    """The changes with the pseudonyms of the students whom the table names by pseudonyms."""
    if found is None:
        return None
    rows = [replace(one, student=blind.get(one.student.id, one.student)) for one in found.rows]
    return replace(found, rows=rows)


def _write_open_lines(
    options: RubricOptions,
    settings: Settings,
    seeds: CaseSeeds,
    scores: list[StudentScore],
    console: Console,
) -> int:
    assert options.write is not None
    if options.blind:
        scores = [blinded(one, seeds.pseudonym(one.attempt.student.id)) for one in scores]
        scores.sort(key=lambda one: one.attempt.student.id)
    lines = open_lines(scores)
    places = {}
    for score, _ in lines:
        student = score.attempt.student.id
        folder = f"{BLIND}/{student}" if options.blind else f"{FOLDER}/{folder_of(student)}"
        kept = reports_of(score.attempt.submission, folder)
        places[student] = "; ".join(str(options.out / one.place) for one in kept)
    if options.blind:
        open_scores = list({id(score): score for score, _ in lines}.values())
        write_blind(options.out, settings, open_scores)
        said = f"{options.out / BLIND}: pages and reports without names; the texts of the students"
        console.print(f"{said} are as they were", markup=False, soft_wrap=True)
    write_whole(options.write, as_table(lines, places))
    said = f"{options.write}: {len(lines)} lines to fill in"
    console.print(said, markup=False, soft_wrap=True)
    return EXIT_OK


def _walk(lines: list[tuple[StudentScore, Line]], console: Console) -> Iterator[Given]:
    """Asks for one decision after the other, and yields each decision immediately. Ends at the end
    of the input, or at `q`."""
    for at, (score, one) in enumerate(lines, start=1):
        student, label = score.attempt.student, score.attempt.label
        console.print(f"\n{at} of {len(lines)}: {student.name} {student.id}", markup=False)
        console.print(f"  {label}", markup=False, soft_wrap=True)
        most = format_points(one.most)
        try:
            points = _asked(
                f"  {one.title}, 0 to {most} (Enter: later, q: stop): ", one.target, one.most
            )
            if points is not None:
                remark = _remark()
        except (EOFError, StopIteration):
            return
        if points is not None:
            yield Given(student.id, student.id, one.target, points, remark)


def _asked(question: str, target: str, most: float) -> float | None:
    while True:
        text = input(question).strip()
        if text == "q":
            raise EOFError
        if not text:
            return None
        try:
            return points_of(target, text, {target: most})
        except UsageError as error:
            print(f"  {error}")


def _remark() -> str:
    while True:
        text = input("  Remark for the student: ").strip()
        if text:
            return text


def do_alike(options: AlikeOptions, console: Console) -> int:
    settings = read_settings(options.settings)
    zone, lab = settings.assignment.zone, settings.lab
    layout, roster = options.layout, options.roster
    attempts = read_class(options.submissions, zone, lab, layout=layout, roster=roster).counted
    earlier = [
        replace(one, student=Student(f"{term.stem}: {one.student.id}"))
        for term in options.against
        for one in read_class(term, zone, lab).counted
    ]
    kits = [read_one(kit, Student(kit.name), lab).submission.files for kit in options.given]
    for kit, files in zip(options.given, kits, strict=True):
        if not files:
            raise UsageError(
                f"alike: {kit} has no file that students write, such as {lab.paths[0]}"
            )
    found = likeness(attempts, [given_files(options.tree, lab), *kits], earlier)
    write_whole(options.out, similarity_page.render(settings, [*attempts, *earlier], found))
    said = f"{found.compared} submissions compared; {len(found.groups)} groups, "
    said += f"{len(found.pairs) + found.left_out} pairs, {len(found.files)} single files"
    console.print(f"{options.out}: {said}", markup=False, soft_wrap=True)
    return EXIT_OK


def _secret_item(name: str, settings: Settings) -> Item:
    items = {one.id: one for one in items_of(settings)}
    secret = [one.id for one in items.values() if one.property.by == "program"]
    if name in secret:
        return items[name]
    if name in items and items[name].property.suite:
        raise UsageError(
            f"replay: the cases of {name} are public. To see the case that failed, use the command "
            f"on the student's page (make check-{items[name].property.suite} CASE=...)"
        )
    raise UsageError(
        f"replay: the program match has no secret case for {name!r}; use one of: "
        f"{', '.join(secret)}"
    )


def _nothing_to_show(found: ItemResult, console: Console) -> int:
    lines = [found.summary, *(one.text for one in found.evidence)]
    said = " ".join(line for line in lines if line) or "no secret case fails"
    console.print(f"{found.item}: {found.verdict.value}: {said}", markup=False, soft_wrap=True)
    return EXIT_OK


def _given(settings: Settings, item: Item, found: Replay) -> GivenCase:
    return GivenCase(
        settings.assignment.title,
        item.id,
        found.outcome.verdict.value,
        found.outcome.summary,
        found.case.graph_file.read_bytes(),
        found.case.expected,
        found.got,
        found.case.threads,
        found.case.schedule,
        tuple(item.property.flags),
        tuple(Path(path).name for path in item.property.own),
        *astuple(found.shown),
    )


def _show(console: Console, found: Replay, case: GivenCase) -> None:
    """Shows a replay to the staff, with the name of the case and the printed output."""
    console.print(found.case.name, markup=False, soft_wrap=True)
    for line in found.outcome.evidence:
        console.print(line.text, markup=False, soft_wrap=True)
    console.print(in_words(case), markup=False, soft_wrap=True)
