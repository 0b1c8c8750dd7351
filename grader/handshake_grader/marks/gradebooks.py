"""The files for the course site: import files for the marks, and feedback files for students.

Each file has the form that the site's importer reads. The docstring of each function names the
source code of the importer. A student who is not graded yet is in none of the files: an empty cell
would delete an existing grade.
"""

from __future__ import annotations

import gzip
import html
import io
import re
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone

from ..intake.class_folder import Intake
from ..intake.download import Student
from ..settings.settings import Settings
from .csv_files import parts_in_words, safe_text, to_csv
from .score import StudentScore, format_points

Files = dict[str, "str | bytes"]
_STEPS = {
    "sakai_upload.zip": "Assignments > Grade > Upload All; tick the grade file (CSV), instructor "
    "comments and feedback attachments. Earlier comments and attachments are replaced.",
    "canvas.csv": "Grades > Import. Canvas first shows what would change; if it asks what the "
    "column is, choose the assignment.",
    "canvas_comments.zip": "the assignment > Re-upload submissions. Each student gets the report "
    "as a file in a comment. Canvas gives this file the name of the file that was handed in. If a "
    "student handed in submit_me.tar, the file in the comment is an archive that contains "
    "report.html.",
    "moodle.csv": "the assignment > Upload grading worksheet. To overwrite marks that were changed "
    "in Moodle meanwhile, tick the box about records that have been modified more recently in "
    "Moodle.",
    "moodle_extra_credit.csv": "Grades > Import, into a separate item for extra credit.",
    "moodle_feedback.zip": "the assignment > Upload multiple feedback files in a zip. Upload it "
    "after moodle.csv, because Moodle counts the feedback as a change of the marks, too.",
}
NAMES = (*_STEPS, "README.txt")
_DATE = (2020, 1, 1, 0, 0, 0)  # of all entries in archives: equal marks make equal bytes


@dataclass(frozen=True)
class Graded:
    """The results that are uploaded to the site."""

    settings: Settings
    intake: Intake
    scores: list[StudentScore]
    pages: Mapping[str, bytes]  # the report of each student
    graded_at: str  # when the last run began, in ISO 8601


def gradebook_files(done: Graded) -> Files:
    """All files for the course site, by their names."""
    known = [one for one in done.scores if one.total is not None]
    said = []
    if len(known) < len(done.scores):
        said.append(f"Not graded yet, and so in no import file: {len(done.scores) - len(known)}.")
    done = replace(done, scores=known)
    match done.intake.layout:
        case "sakai":
            files = sakai(done, said)
        case "canvas":
            files = canvas(done, said)
        case "moodle":
            files = moodle(done, said)
        case _:
            files = sakai(done, said) | canvas(done, said)
            said.append(
                "These two files are for a course that keeps its marks on Canvas or Sakai. No "
                "other site can import them: use marks.csv there."
            )
    steps = [f"{name}: {_STEPS[name]}" for name in sorted(files)]
    return files | {"README.txt": "\n".join([*steps, *said, ""])}


# ---- Sakai


def sakai(done: Graded, said: list[str]) -> Files:
    """A ZIP for *Upload All*, as `uploadAll_parseZipFile` of AssignmentAction.java reads it:
    `TITLE/grades.csv`, `TITLE/Last, First(EID)/comments.txt`, and files in the folder
    `Feedback Attachment(s)`.
    From the fourth row of grades.csv on, the row of a student has the EID in column 2 and the grade
    in column 5. The row of a group has the id of the group in column 2 and the grade in column 4.
    `validPointGrade` of AssignmentToolUtils.java refuses the whole file if the decimal sign of a
    grade is not the one that the site uses, but accepts a grade of any size."""
    separator, decimal = (
        done.intake.about.get("separator", ","),
        done.intake.about.get("decimal", "."),
    )
    title = done.intake.about.get("title") or re.sub(r"[/\\:]", "_", done.settings.assignment.title)
    groups = done.intake.form == "groups"
    rows = (
        _sakai_groups(done.scores, decimal, said) if groups else _sakai_rows(done.scores, decimal)
    )
    header = ["Group", "ID", "Members", "grade"] if groups else _SAKAI_HEADER
    head = [[safe_text(done.settings.assignment.title), "SCORE_GRADE_TYPE"], [""], header]
    files: Files = {f"{title}/grades.csv": to_csv([*head, *rows], True, separator)}
    for one in [] if groups else done.scores:
        student = one.attempt.student
        last, _, first = _last_first(student)
        is_anonymous = " " in student.id  # an id with a space is the name of a folder
        who = student.id if is_anonymous else f"{_path(f'{last}, {first}')}({student.id})"
        folder = f"{title}/{who}"
        files[f"{folder}/comments.txt"] = html.escape(parts_in_words(one), quote=False)
        if student.id in done.pages:
            files[f"{folder}/Feedback Attachment(s)/report.html"] = done.pages[student.id]
    return {"sakai_upload.zip": zipped(files)}


_SAKAI_HEADER = ["Display ID", "ID", "Last Name", "First Name", "grade"]


def _sakai_rows(scores: list[StudentScore], decimal: str) -> list[list[str]]:
    rows = []
    for one in scores:
        student = one.attempt.student
        last, _, first = _last_first(student)
        who = [safe_text(cell) for cell in (student.site_id or student.id, student.id, last, first)]
        rows.append([*who, _number(one.total, decimal)])
    return rows


def _sakai_groups(scores: list[StudentScore], decimal: str, said: list[str]) -> list[list[str]]:
    groups: dict[str, list[StudentScore]] = {}
    for one in scores:
        groups.setdefault(one.attempt.student.group, []).append(one)
    rows = []
    for group, members in groups.items():
        title, _, group_id = group.removesuffix(")").rpartition(" (")
        if not group_id or len({one.total for one in members}) > 1:
            who = "; ".join(one.attempt.student.in_words for one in members)
            said.append(f"not in the file for Sakai, which allows one mark per group: {who}")
            continue
        names = "; ".join(one.attempt.student.name for one in members)
        cells = [safe_text(cell) for cell in (title, group_id, names)]
        rows.append([*cells, _number(members[0].total, decimal)])
    return rows


def _number(points: float | None, decimal: str) -> str:
    return format_points(points).replace(".", decimal)


def _last_first(student: Student) -> tuple[str, str, str]:
    last, comma, first = student.name.partition(", ")
    return (last, comma, first) if comma else (student.name, "", "")


def _path(text: str) -> str:
    return re.sub(r'[/\\:*?"<>|()\x00-\x1f]', "_", text)


# ---- Canvas


def canvas(done: Graded, said: list[str]) -> Files:
    """A table for *Import* in the gradebook, as lib/gradebook_importer.rb reads it. It has the
    columns that `header?` and `update_column_count` require. `process_student` looks for the Canvas
    id, then for the SIS id, then for the login, so an id that is not from Canvas must not be under
    "ID". `parse_assignments` finds the assignment of a column by "Title (id)" or by the title.
    Without the row "Points Possible", `process_pp` does not change the possible points."""
    files = _canvas_comments(done) if done.intake.layout == "canvas" else {}
    if done.intake.form == "anonymous":
        said.append(
            "Canvas imports no marks while an assignment is anonymous, so there is no canvas.csv"
        )
        return files
    is_canvas = done.intake.layout == "canvas"
    title = _canvas_title(done.settings.assignment.title, done.intake)
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", safe_text(title)]
    rows = [header]
    for one in done.scores:
        student = one.attempt.student
        ids = [student.id, "", ""] if is_canvas else ["", student.site_id, student.id]
        if done.intake.layout == "sakai":
            ids[1] = ""
        cells = [student.name or student.id, *ids, student.section]
        rows.append([*map(safe_text, cells), format_points(one.total)])
    return {"canvas.csv": to_csv(rows), **files}


def _canvas_comments(done: Graded) -> Files:
    """A ZIP for *Re-upload submissions*. The form is the one that Canvas reads: see
    app/models/abstract_assignment.rb in the source of Canvas (assignment.rb before 2024).
    `infer_comment_context_from_filename` requires two ids in a file's name: that of the student,
    and that of a file that was handed in. Canvas splits the name at "_": the ids are the first two
    numbers or, after "anon", the first two words. Canvas renames the report to the name of the file
    that was handed in (`generate_comments_from_files`). So if an archive was handed in, the report
    is in an archive of the same kind. If the student is a member of a group, all members get the
    comment."""
    files: Files = {}
    for one in done.scores:
        student, page = one.attempt.student, done.pages.get(one.attempt.student.id)
        found = re.search(rf"_{re.escape(student.id)}_(\d+)_(.+)", one.attempt.label)
        if page is None or found is None:
            continue
        who = "anon" if done.intake.form == "anonymous" else _word(student)
        ending, data = _of_its_kind(found[2], page)
        files[f"{who}_{student.id}_{found[1]}_report{ending}"] = data
    return {"canvas_comments.zip": zipped(files)} if files else {}


def _of_its_kind(own: str, page: bytes) -> tuple[str, bytes]:
    """The ending of the report's file name, and the report. If an archive was handed in, the report
    is in an archive of the same kind, for the reason that _canvas_comments explains."""
    kind = own.lower()
    if kind.endswith(".zip"):
        return ".zip", zipped({"report.html": page})
    if kind.endswith((".tar", ".tgz", ".tar.gz")):
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            entry = tarfile.TarInfo("report.html")
            entry.size = len(page)
            entry.mtime = int(datetime(*_DATE, tzinfo=timezone.utc).timestamp())
            archive.addfile(entry, io.BytesIO(page))
        is_plain = kind.endswith(".tar")
        return (
            (".tar", data.getvalue())
            if is_plain
            else (".tgz", gzip.compress(data.getvalue(), mtime=0))
        )
    return ".html", page


def _canvas_title(title: str, intake: Intake) -> str:
    """The name of the column of marks. If the roster is an export of the gradebook, the name is
    taken from there."""
    header = intake.roster.header if intake.roster else []
    return next(
        (cell for cell in header if re.fullmatch(re.escape(title) + r" \(\d+\)", cell)), title
    )


def _word(student: Student) -> str:
    return re.sub(r"[\W\d_]", "", student.name).lower() or "student"


# ---- Moodle

_MOODLE_HEADER = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade"]
_MOODLE_HEADER += ["Grade can be changed", "Last modified (submission)", "Last modified (grade)"]
_MOODLE_HEADER += ["Feedback comments"]


def moodle(done: Graded, said: list[str]) -> Files:
    """A table for *Upload grading worksheet*, as mod/assign/feedback/offline reads it. `init` of
    importgradeslib.php requires the columns Identifier, Grade and Last modified (grade).
    `process_import_grades` of locallib.php skips two kinds of grades without a message: a grade
    above the maximum, and a grade that was changed in Moodle after the time in Last modified
    (grade). So points above the maximum are in a separate file, for an item of extra credit in the
    gradebook (grade/import/csv). The ZIP of reports is for *Upload multiple feedback files in a
    zip* (`is_valid_filename_for_import` of mod/assign/feedback/file/importziplib.php)."""
    sheet = done.intake.roster.rows if done.intake.roster else {}
    header = done.intake.roster.header if done.intake.roster else []
    most = _moodle_maximum(header, sheet) or done.settings.points
    rows, above, files = [_MOODLE_HEADER], [["Full name", "Email address", "Extra credit"]], {}
    for one in done.scores:
        student, total = one.attempt.student, one.total or 0.0
        who = [f"Participant {student.id}", student.name, student.email]
        grade, comment = format_points(min(total, most)), parts_in_words(one)
        cells = ["", grade, format_points(most), "Yes", "", done.graded_at, comment]
        rows.append([*map(safe_text, who), *map(safe_text, cells)])
        if total > most:
            above.append([*map(safe_text, who[1:]), format_points(total - most)])
        if student.id in done.pages:
            name = _path(student.name.replace("_", " ")) or "Participant"
            files[f"{name}_{student.id}_assignfeedback_file_report.html"] = done.pages[student.id]
    made: Files = {"moodle.csv": to_csv(rows)}
    if len(above) > 1:
        made["moodle_extra_credit.csv"] = to_csv(above)
        said.append(
            f"{len(above) - 1} students have more than Moodle's maximum of {format_points(most)}: "
            "moodle.csv gives them the maximum, moodle_extra_credit.csv the points above it"
        )
    return made | ({"moodle_feedback.zip": zipped(dict(files))} if files else {})


def _moodle_maximum(header: list[str], sheet: Mapping[str, list[str]]) -> float | None:
    """The maximum grade in the site's worksheet; None if it is not there."""
    words = [cell.strip().casefold() for cell in header]
    if "maximum grade" not in words:
        return None
    cells = {row[words.index("maximum grade")].replace(",", ".") for row in sheet.values()}
    try:
        return max(float(cell) for cell in cells)
    except ValueError:
        return None


def zipped(files: Files) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _DATE), files[name], zipfile.ZIP_DEFLATED)
    return data.getvalue()
