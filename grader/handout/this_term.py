"""The section of docs/grading_policy.md about one term: points, deadline and late rule, as the
settings say."""

from __future__ import annotations

from handshake_grader.settings.settings import Part, Settings


def this_term(settings: Settings) -> str:
    """The section, in Markdown."""
    return "\n".join([*_dates(settings), "", *_points(settings)])


def points_of_lines(settings: Settings) -> dict[str, float]:
    return {f"{part.id}.{one.id}": one.points for part in settings.parts for one in part.lines}


def _dates(settings: Settings) -> list[str]:
    due, late, zone = settings.assignment.due, settings.late, settings.assignment.time_zone
    if due is None:
        return ["These settings have no deadline: the course announces it in another place."]
    lines = [f"* **Deadline:** {due:%A}, {due.day} {due:%B %Y, %H:%M:%S}, time zone {zone}."]
    if late.grace_minutes:
        lines.append(f"* **Grace time:** {late.grace_minutes} minutes, at the end of every day.")
    percent, days = f"{late.percent_per_day:g} %", late.days_accepted
    if not days:
        return [*lines, "* **Late work:** 0 points."]
    span = "one late day" if days == 1 else f"{days} late days"
    cost = f"every late day that has begun takes away {percent} of the points that you reached"
    if not late.percent_per_day:
        cost = "no points are taken off"
    return [*lines, f"* **Late work:** {cost}. After {span}: 0 points."]


def _points(settings: Settings) -> list[str]:
    lines = ["| part | what gives points | points |", "|---|---|--:|"]
    for part in settings.parts:
        lines += _rows(part)
    required = [f"{part.points:g}" for part in settings.parts if not part.extra_credit]
    total = f"{settings.points:g}"
    lines.append(f"| **all parts without extra credit** | {' + '.join(required)} | **{total}** |")
    return lines


def _rows(part: Part) -> list[str]:
    is_said = not part.extra_credit or "extra credit" in part.title.lower()
    extra = "" if is_said else ", extra credit"
    title = f"**{_cell(part.title)}**{extra}"
    rows = [f"| {title} | | **{part.points:g}** |"]
    return rows + [f"| | {_cell(one.title)} | {one.points:g} |" for one in part.lines]


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
