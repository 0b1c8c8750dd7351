"""The page of one student, as HTML and as text. The settings decide how much a student sees."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from report import page as report_page
from report import results as report_results
from report.markup import UNSEEN, escape, soft, tag
from report.version import VERSION

from ..marks.journal import Override
from ..marks.rubric import Line, lines_of
from ..marks.score import PartScore, PropertyScore, StudentScore, format_points
from ..messages import MESSAGES, PLACEHOLDERS, Note, note, sentence
from ..settings.settings import Property, Settings
from ..times import in_words
from ..verdict import ItemResult, Report, Verdict
from . import suite_report
from .reports import KeptReport

TEMPLATES = Path(__file__).parent / "templates"
STYLE = report_page.STYLE + (TEMPLATES / "style.css").read_text(encoding="utf-8")


@functools.cache
def environment(autoescape: bool = True) -> Environment:
    loader = FileSystemLoader(TEMPLATES)
    made = Environment(
        loader=loader,
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )
    made.filters["points"] = points_in_words
    made.filters["badge"] = _badge
    made.filters["when"] = in_words
    made.filters["given"] = format_points
    made.filters["worded"] = _worded
    made.filters["soft"] = lambda text: Markup(soft(text))
    made.globals["style"] = Markup(STYLE)
    made.globals["policy"] = _policy
    made.globals["footer"] = sentence("footer", version=VERSION)
    return made


def _policy(script: str, shows_pdf: bool = False) -> str:
    """The content security policy: the page loads nothing but a report in a file beside it, and
    only our own styles and scripts work."""
    allowed = f"default-src 'none'; style-src '{report_page.digest(STYLE)}'"
    allowed += f"; script-src '{report_page.digest(script)}'" if script else ""
    return allowed + ("; object-src 'self' file:" if shows_pdf else "")


def _visible(value: object) -> object:
    """Replaces control characters, because a browser or a terminal would obey them instead of
    showing them."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return UNSEEN.sub("\ufffd", value)
    return value


def _badge(word: str) -> Markup:
    """Shows a verdict in the same way as the report. The verdict is not shown as a fault if a
    person must decide or has decided, or if it is NOT_TIMED."""
    said = {one.value for one in Verdict if not one.needs_human} - {Verdict.NOT_TIMED.value}
    shown = report_results.badge(word) if word in said else tag("span", word, class_="badge open")
    return Markup(shown)


def _worded(text: str) -> Markup:
    """Escapes the text, and shows words between backquotes as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))


def points_in_words(points: float | None, settled: str = "") -> str:
    """settled: what is said if a decision about something larger settles points that are not
    known."""
    return format_points(points) or settled or sentence("not_graded")


@dataclass(frozen=True)
class PropertyView:
    title: str
    points: str
    most: str
    verdict: str
    told: tuple[str, ...] = ()
    next_step: str = ""
    evidence: tuple[str, ...] = ()
    link: str = ""  # the part of the suite's report that shows more
    place: str = ""  # the anchor on the page
    lost: str = ""  # points

    @property
    def sentences(self) -> tuple[str, ...]:
        return (*self.told, self.next_step) if self.next_step else self.told


@dataclass(frozen=True)
class PartView:
    title: str
    points: str
    most: str
    extra_credit: bool
    properties: tuple[PropertyView, ...]
    lost: str = ""


def view_parts(
    settings: Settings,
    score: StudentScore,
    staff: bool = False,
    explained: frozenset[str] = frozenset(),
    can_hand_in: bool = False,
) -> list[PartView]:
    """explained: the parts that the suite's report on the same page explains, so that these views
    need not explain them again. can_hand_in: whether the student can hand in again."""
    level = "full" if staff else settings.visibility.secret_cases
    gives_cases = settings.visibility.give_cases
    about = _About(
        level,
        explained,
        _wrong_elsewhere(score),
        gives_cases,
        _seen_in_public(score),
        can_hand_in,
        frozenset(line.target for line in lines_of(score)),
    )
    if score.total_override:
        about = replace(about, settled=sentence("see_total"))
    return [_view_part(part, about) for part in score.parts]


@dataclass(frozen=True)
class _About:
    """The facts that decide how much the page says about a property."""

    level: str
    explained: frozenset[str]
    wrong_elsewhere: frozenset[str]  # files and parts
    gives_cases: bool
    seen_in_public: dict[str, str]  # by file: what the suite found in its first case that fails
    can_hand_in: bool
    to_read: frozenset[str]  # the lines of the rubric for which there is something to read
    settled: str = ""  # see points_in_words


def _wrong_elsewhere(score: StudentScore) -> frozenset[str]:
    """Every file of the student that fails even if all other files are ours, and the id of every
    part of several files with public cases that fail. What changes no result elsewhere is left out:
    a leak, an access outside that changes no value, and cases that the program never makes."""
    return frozenset(
        tested[0] if len(tested) == 1 else part.part.id
        for part in score.parts
        for one in part.properties
        for tested in [one.property.own or part.part.needs]
        if len(one.property.own) <= 1 and one.result and one.result.verdict in _OF_A_CASE
        if not (failures := _failures(one)) or not all(map(_is_leak, failures))
        if one.property.kinds != ["general"]
        if one.property.by != "findings" or one.result.verdict is Verdict.RACE
    )


def _seen_in_public(score: StudentScore) -> dict[str, str]:
    """Only facts about public cases, so they may be told next to a verdict about a secret case."""
    seen: dict[str, str] = {}
    for part in score.parts:
        for one in part.properties:
            # Memory that is never freed ends no program.
            reasons = [each for each in _failures(one) if not _is_leak(each)]
            if reasons and one.property.suite:
                files = score.attempt.submission.lab.parts[one.property.suite]
                seen.setdefault(files[-1], " ".join(reasons[0]["what"][:2]))
    return seen


def _failures(one: PropertyScore) -> list[Report]:
    """What is wrong in the public cases of the property's part."""
    report = one.result.report if one.result else None
    return report["part"]["failures"] if report else []


def _is_leak(failure: Report) -> bool:
    return (failure["finding"] or {}).get("kind") == "leak"


def _view_part(part: PartScore, about: _About) -> PartView:
    shown = [] if about.level == "points" else part.properties
    inner = replace(about, settled=sentence("see_part")) if part.override else about
    properties = _said_once([_view_property(part, one, inner) for one in shown])
    by_hand = sentence("by_hand")
    for line in part.rubric:
        if not line.override and f"{part.part.id}.{line.line.id}" not in about.to_read:
            continue
        why = line.override.why if line.override else sentence("rubric_open")
        points, most = format_points(line.points), format_points(line.line.points)
        properties.append(PropertyView(line.line.title, points, most, by_hand, (why,)))
    if part.override:
        points = format_points(part.override.points)
        given = sentence("given_by_hand", points=points, why=part.override.why)
        title = sentence("staff_decision")
        properties.append(PropertyView(title, "", "", by_hand, (given,)))
    most = format_points(part.part.points)
    extra = part.part.extra_credit
    points = points_in_words(part.points, about.settled)
    lost = "" if extra else _lost(part.points, part.part.points)
    return PartView(part.part.title, points, most, extra, tuple(properties), lost)


def _lost(points: float | None, most: float) -> str:
    return f"-{format_points(most - points)}" if points is not None and points < most else ""


def _said_once(properties: list[PropertyView]) -> list[PropertyView]:
    """If several neighboring properties have the same text, keeps only the text of the last one."""
    shown = []
    for at, one in enumerate(properties):
        short = replace(one, told=(), next_step="", evidence=(), link="")
        after = properties[at + 1] if at + 1 < len(properties) else None
        own = {name: getattr(one, name) for name in ("title", "points", "most", "place", "lost")}
        is_same = after and one == replace(after, **own)
        shown.append(short if is_same else one)
    return shown


def _view_property(part: PartScore, one: PropertyScore, about: _About) -> PropertyView:
    result = one.result
    is_lost = not part.part.extra_credit or (result and result.verdict is not Verdict.NOT_STARTED)
    view = PropertyView(
        one.property.title,
        points_in_words(one.points, about.settled),
        format_points(one.property.points),
        sentence("not_graded"),
        place=f"{part.part.id}-{one.property.id}",
        lost=_lost(one.points, one.property.points) if is_lost else "",
    )
    if one.override:
        why = sentence("decided", why=one.override.why)
        return replace(view, verdict=sentence("by_hand"), told=(why,))
    if one.points is None and about.settled:
        return replace(view, verdict=sentence("by_hand"))
    if result is None:
        return view
    is_public = one.property.by not in ("program", "extension") and not one.property.secret
    level = about.level
    link = _link(one.property, result, about.explained)
    told, next_step = _in_words(part.part.id, one.property, result, is_public, about)
    told += _share_in_words(one, result)
    evidence = [
        line.text
        for line in result.evidence
        if level == "full" or (not line.secret and (is_public or level == "reason"))
    ]
    is_said = link and result.verdict is not Verdict.FLAKY
    if is_said or (result.verdict is Verdict.JE and level != "full"):
        evidence = []
    return replace(
        view,
        verdict=result.verdict.value,
        told=told,
        next_step=next_step,
        evidence=tuple(evidence),
        link=link,
    )


def _share_in_words(one: PropertyScore, result: ItemResult) -> tuple[str, ...]:
    """Why the property gives a part of its points."""
    if one.failing:
        return (sentence("kernels_alone", name=Path(one.failing).name),)
    if result.verdict is Verdict.OK or "cases" not in result.values:
        return ()
    said = {"right_anyway": "free", "not_run": "unrun"}  # only if there are such cases
    others = [text for text, count in said.items() if result.values.get(count, "0") != "0"]
    return tuple(sentence(text, **result.values) for text in ("part_right", *others))


def _link(about: Property, result: ItemResult, explained: frozenset[str]) -> str:
    is_there = result.report or result.verdict is Verdict.NO_BUILD
    is_fault = result.verdict not in (Verdict.OK, Verdict.NOT_CHECKED)
    return about.suite if about.suite in explained and is_there and is_fault else ""


def _in_words(
    part: str, one: Property, result: ItemResult, is_public: bool, about: _About
) -> tuple[tuple[str, ...], str]:
    """The message about a verdict: what is wrong, and what to do next."""
    is_told = is_public or about.level in ("reason", "full")
    summary = (result.summary,) if is_told and result.summary else ()
    if result.verdict is Verdict.OK:
        return summary, ""
    message = _message(result)
    first = [Path(path).name for path in one.own if path in about.wrong_elsewhere]
    if len(one.own) > 1 and first and result.verdict in _OF_A_CASE:
        message = note("wrong_elsewhere", names=", ".join(first))
        too = [sentence("public_too")] if part in about.wrong_elsewhere else []
        return (message.text, *too), _next_step(message, about)
    told = (message.text, *summary) if is_told else ()
    if summary and result.verdict is Verdict.WRONG:
        told = summary  # it says what is wrong, or why a right result does not count
    seen = [about.seen_in_public[path] for path in one.own if path in about.seen_in_public]
    if seen and not is_public and is_told and result.verdict in _TOLD_BY_OTHERS:
        told += (sentence("seen_in_public", what=seen[0]),)
    if is_public or about.level == "full" or result.verdict not in _OF_A_CASE:
        return told, _next_step(message, about)
    may_ask = about.gives_cases and one.by == "program"
    code = "hidden_values" if one.secret else "hidden_detail"
    hidden = note("hidden_on_request" if may_ask else code)
    return (*told, hidden.text), hidden.next_step


# The summary of such a result does not say what happened: the program chose how it ended.
_TOLD_BY_OTHERS = (Verdict.CRASH, Verdict.MEMORY)
_OF_A_CASE = (Verdict.WRONG, Verdict.CRASH, Verdict.SLOW, Verdict.MEMORY, Verdict.RACE)


# What to do in addition while the student can hand in again.
_AGAIN = {
    "verdict_NOT_CHECKED": "checked_again",
    "wrong_elsewhere": "checked_again",
    "verdict_HELD": "take_out",
}


def _next_step(message: Note, about: _About) -> str:
    again = _AGAIN.get(message.code) if about.can_hand_in else None
    return f"{message.next_step} {sentence(again)}" if again else message.next_step


def _message(result: ItemResult) -> Note:
    code = f"verdict_{result.verdict.value}"
    return Note(code if code in MESSAGES else "verdict_JE", {**PLACEHOLDERS, **result.values})


@dataclass(frozen=True)
class StaffView:
    """The data that only the staff see on the page of a student."""

    links: dict[str, str]  # the addresses of other pages, by the texts of the links
    section: str
    decisions: list[Override]
    commands: list[str]
    script: str
    rubric: list[Line]  # the points that a person gives
    reports: list[KeptReport]  # what the person reads
    to_reports: str  # what leads from this page to the places of the reports

    @property
    def shows_pdf(self) -> bool:
        return bool(self.rubric) and any(one.is_pdf for one in self.reports)


def notes_of(score: StudentScore) -> list[Note]:
    late = [score.lateness.own_deadline]
    if score.attempt.label and not score.total_override:  # otherwise, lateness changes nothing
        late.append(score.lateness.note)
    return [*score.attempt.submission.notes, *(one for one in late if one)]


def _taken_off(score: StudentScore) -> str:
    is_sum = score.lateness.is_late and not score.total_override and score.deduction is not None
    return f"-{format_points(score.deduction)}" if is_sum else ""


def render(
    settings: Settings,
    score: StudentScore,
    form: str,
    staff: StaffView | None = None,
    can_hand_in: bool = False,
) -> str:
    """form: "html" or "txt". staff: None for the page that the student sees. can_hand_in: whether
    the student can hand in again."""
    is_html = form == "html"
    sees_cases = staff is not None or settings.visibility.secret_cases != "points"
    found = suite_report.merged(score) if is_html and sees_cases else None
    steps = report_page.SCRIPT if found and found["failing_graph"] else ""
    submission, handed_in = score.attempt.submission, score.attempt.handed_in
    when = in_words(handed_in, settings.assignment.time_zone) if handed_in else ""
    decided = score.total_override
    return (
        environment(is_html)
        .get_template(f"student.{form}.j2")
        .render(
            settings=settings,
            student=score.attempt.student,
            total=points_in_words(score.total),
            most=format_points(settings.points),
            late=_taken_off(score),
            total_note=sentence("total_decided", why=decided.why) if decided else "",
            parts=view_parts(
                settings, score, staff is not None, suite_report.explained(found), can_hand_in
            ),
            notes=notes_of(score),
            report=Markup(suite_report.body(found, submission, 3, staff is not None))
            if found
            else "",
            script=Markup(steps + (staff.script if staff else "")),
            staff=staff,
            files=sorted(submission.files),
            handed_in=sentence("handed_in", when=when) if when else "",
            **{code: sentence(code) for code in ("no_file", "shown_below", "taken_off")},
            rules=sentence("rules"),
            checksum=sentence("checksum", digest=submission.digest[:16]),
        )
    )
