"""Makes results.json, the file from which Gradescope reads the result of one submission."""

from __future__ import annotations

import json

from ..marks.score import StudentScore
from ..messages import note
from ..settings.settings import Settings
from .student_page import notes_of, view_parts


def results_json(
    settings: Settings, score: StudentScore, seconds: float, can_hand_in: bool = True
) -> str:
    """The content of results.json. Gradescope has no score for "not graded". So if an item is not
    graded, the score is 0, and `output` says that the grading is incomplete. The 0 never becomes a
    mark: the script run_autograder deletes this file, and the staff see a failed run instead.
    can_hand_in: whether the student can hand in again."""
    notes = "\n".join(f"{one.text} {one.next_step}".strip() for one in notes_of(score))
    tests = _tests(settings, score, can_hand_in)
    result = {
        "execution_time": round(seconds),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "output_format": "text",
        "output": notes,
        "tests": [],
    }
    if score.ungraded or score.reached is None:
        fault = note("gradescope_open")
        result["output"] = f"{fault.text} {fault.next_step}\n{notes}"
        return json.dumps({**result, "score": 0.0, "tests": tests}, indent=1)
    return json.dumps({**result, "score": score.reached, "tests": tests}, indent=1)


def _tests(settings: Settings, score: StudentScore, can_hand_in: bool) -> list[dict[str, object]]:
    tests = []
    views = view_parts(settings, score, can_hand_in=can_hand_in)
    for number, (part, view) in enumerate(zip(score.parts, views, strict=True), start=1):
        lines = []
        for one in view.properties:
            points = f" ({one.points} of {one.most})" if one.most else ""
            lines.append(f"{one.verdict + ': ' if one.verdict else ''}{one.title}{points}")
            lines += [f"    {line}" for line in (*one.sentences, *one.evidence)]
        most = sum(one.property.points for one in part.properties)
        tests.append(
            {
                "number": str(number),
                "name": part.part.title,
                "name_format": "text",
                "score": part.points if part.points is not None else 0.0,
                "max_score": 0.0 if part.part.extra_credit else most,
                "status": "passed" if part.points is not None and part.points >= most else "failed",
                "output": "\n".join(lines),
                "output_format": "text",
                "visibility": "visible",
            }
        )
    return tests
