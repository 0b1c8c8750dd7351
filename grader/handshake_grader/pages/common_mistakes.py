"""The mistakes of all students of a class, grouped by the hint that the students read."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from ..marks.score import PropertyScore, StudentScore
from ..messages import sentence
from ..verdict import Verdict

_COUNTED = re.compile(r"-?\d+(?:[.,]\d+)*(?: (\w+?)s?\b)?")  # a number, and the word after it
_ABOUT_OTHERS = (Verdict.OK, Verdict.NOT_CHECKED, Verdict.NOT_TIMED)


@dataclass
class Mistake:
    part: str
    verdict: str
    example: str  # what was seen in the submission of the first student who made this mistake
    texts: Counter[str] = field(default_factory=Counter)  # they differ only in numbers
    students: list[str] = field(default_factory=list)  # their ids

    @property
    def text(self) -> str:
        """The text that most of the students read. Of equally frequent texts: the first one."""
        return self.texts.most_common(1)[0][0]


def common_mistakes(scores: list[StudentScore]) -> list[Mistake]:
    """The mistakes of a class, the most frequent ones first. A result that waits for a person is
    not a mistake yet."""
    found: dict[tuple[str, str, str], Mistake] = {}
    for score in scores:
        if not score.attempt.submission.files:
            continue
        for (part, verdict, alike), (text, example) in _of_one(score).items():
            mistake = found.setdefault((part, verdict, alike), Mistake(part, verdict, example))
            mistake.texts[text] += 1
            mistake.students.append(score.attempt.student.id)
    return sorted(found.values(), key=lambda one: (-len(one.students), one.part, one.text))


def _of_one(score: StudentScore) -> dict[tuple[str, str, str], tuple[str, str]]:
    """The mistakes in one submission: (part, verdict, text without numbers) -> the text, and an
    example. If a property of one file fails, later properties that use this file are left out: they
    would show nothing new."""
    mistakes: dict[tuple[str, str, str], tuple[str, str]] = {}
    blamed: set[str] = set()
    for part in score.parts:
        for one in part.properties:
            if one.result is None or one.result.verdict in _ABOUT_OTHERS or _waits(one):
                continue
            files = set(
                one.property.own
                or score.attempt.submission.lab.parts.get(one.property.suite or "", ())
            )
            if not files & blamed:
                said = _in_words(one)
                key = part.part.id, one.result.verdict.value, _without_numbers(said[0])
                mistakes.setdefault(key, said)
            blamed |= files if len(files) == 1 else set()
    return mistakes


def _without_numbers(text: str) -> str:
    """The same for "There was 1 thread" and for "There were 2 threads"."""
    return _COUNTED.sub(r"\1", text).replace(" were ", " was ").replace(" are ", " is ")


def _waits(one: PropertyScore) -> bool:
    return one.result is not None and one.result.verdict.needs_human


def _in_words(one: PropertyScore) -> tuple[str, str]:
    """A text about the mistake, and an example. The text is the hint of the suite. If there is no
    hint, the text says what was found."""
    result = one.result
    assert result is not None
    failures = result.report["part"]["failures"] if result.report else []
    if failures and failures[0]["hint"]:
        return failures[0]["hint"], " ".join(failures[0]["what"][:1])
    if result.verdict is Verdict.NOT_STARTED:
        return sentence("mistake_not_started"), ""
    if result.verdict is Verdict.NO_BUILD:
        first = next((line.text for line in result.evidence if "error" in line.text), "")
        return result.summary or one.property.title, first
    return result.summary or one.property.title, ""
