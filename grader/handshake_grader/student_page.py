"""The page of one student, as HTML and as text, with what the settings let a student see."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .messages import MESSAGES, Note, note, sentence
from .score import PropertyScore, StudentScore, format_points
from .settings import Settings
from .verdict import ItemResult, Verdict

TEMPLATES = Path(__file__).parent / "templates"


def environment(autoescape: bool = True) -> Environment:
    loader = FileSystemLoader(TEMPLATES)
    made = Environment(
        loader=loader,
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["points"] = lambda value: format_points(value) or "not graded yet"
    return made


@dataclass(frozen=True)
class PropertyView:
    title: str
    points: str
    most: str
    verdict: str  # "" where the settings hide it
    sentences: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class PartView:
    title: str
    points: str
    most: str
    extra_credit: bool
    properties: tuple[PropertyView, ...]


def view_parts(settings: Settings, score: StudentScore, staff: bool = False) -> list[PartView]:
    level = "full" if staff else settings.visibility.secret_cases
    views = []
    for part in score.parts:
        properties = (
            [] if level == "points" else [_view_property(one, level) for one in part.properties]
        )
        for line in part.rubric:
            why = (
                (f"{line.override.why}",)
                if line.override
                else (sentence("rubric_open"),)
            )
            most = format_points(line.line.points)
            properties.append(
                PropertyView(line.line.title, format_points(line.points), most, "by hand", why)
            )
        if part.override:
            points = format_points(part.override.points)
            given = sentence("given_by_hand", points=points, why=part.override.why)
            properties.append(
                PropertyView("Decision of the course staff", "", "", "by hand", (given,))
            )
        points = format_points(part.points) or "not graded yet"
        most = format_points(part.part.points)
        views.append(
            PartView(part.part.title, points, most, part.part.extra_credit, tuple(properties))
        )
    return views


def _view_property(one: PropertyScore, level: str) -> PropertyView:
    points = format_points(one.points) or "not graded yet"
    most = format_points(one.property.points)
    if one.override:
        why = (sentence("decided", why=one.override.why),)
        return PropertyView(one.property.title, points, most, "by hand", why)
    if one.result is None:
        return PropertyView(one.property.title, points, most, "not graded yet")
    result = one.result
    sentences, evidence = [], []
    message = _message(result)
    is_public = one.property.by != "program"
    if level in ("reason", "full") or is_public:
        sentences += [message.text] if result.verdict is not Verdict.OK else []
        sentences += [result.summary] if result.summary else []
        evidence = [line.text for line in result.evidence if level == "full" or not line.secret]
    if result.verdict is not Verdict.OK:
        if not is_public and level != "full" and result.verdict in _OF_A_CASE:
            sentences.append(note("hidden_detail").text)
        sentences += [message.next_step] if message.next_step else []
    if result.verdict is Verdict.JE and level != "full":
        evidence = []
    return PropertyView(
        one.property.title, points, most, result.verdict.value, tuple(sentences), tuple(evidence)
    )


_OF_A_CASE = (Verdict.WRONG, Verdict.CRASH, Verdict.SLOW, Verdict.MEMORY, Verdict.RACE)


def _message(result: ItemResult) -> Note:
    code = f"verdict_{result.verdict.value}"
    gaps = {"check": "check", "limit": "its time", "reference": "far less", "needs": "another part"}
    return Note(code, {**gaps, **result.values}) if code in MESSAGES else note("verdict_JE")


def notes_of(score: StudentScore) -> list[Note]:
    found = list(score.attempt.submission.notes)
    return found + ([score.lateness.note] if score.lateness.note else [])


def render(settings: Settings, score: StudentScore, form: str) -> str:
    """form: "html" or "txt"."""
    template = environment(form == "html").get_template(f"student.{form}.j2")
    return template.render(
        settings=settings,
        student=score.attempt.student,
        attempt=score.attempt,
        total=format_points(score.total) or "not graded yet",
        most=format_points(settings.points),
        total_override=score.total_override,
        parts=view_parts(settings, score),
        notes=notes_of(score),
        files=sorted(score.attempt.submission.files),
        digest=score.attempt.submission.digest[:16],
    )
