"""A class of 300 students, from the download of each site to the import of the marks.

All times, penalties, marks and rows equal those that this test calculates separately. The results
are made up; no submission runs.
"""

import gzip
import re
import zipfile
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from io import BytesIO

import pytest

import site_downloads
import site_importers
from fake_examiner import SETTINGS
from handshake_grader.intake.class_folder import read_class
from handshake_grader.marks.gradebooks import Graded, gradebook_files
from handshake_grader.marks.journal import Override
from handshake_grader.marks.score import score
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import ItemResult, Verdict
from intake_test import write
from matching import LAB
from pack import make_tar, make_zip
from site_downloads import TITLE, ZONE_HOURS

COUNT = 300
DUE = datetime(2026, 12, 10, 23, 59, 59)
PAGES = {one: f"page of {one}".encode() for one in ("101", "aB3xZ", "9QwEr")}
GRADED = "2026-12-20T10:00:00+00:00"
RULE = parse_settings(
    re.sub(r'(?m)^title = ".*"$', f'title = "{TITLE}"', SETTINGS.read_text(), count=1), "x"
)
ITEMS = {item.id: item.property.points for item in items_of(RULE)}
PEOPLE = site_downloads.made_class(COUNT, list(ITEMS), make_tar(), DUE)
DOWNLOADS = {
    "sakai": lambda: site_downloads.sakai(PEOPLE, DUE, folders=True),
    "sakai before 12": lambda: site_downloads.sakai(PEOPLE, DUE, folders=True, old=True),
    "sakai without folders": lambda: site_downloads.sakai(PEOPLE, DUE, folders=False),
    "canvas": lambda: site_downloads.canvas(PEOPLE, DUE),
    "moodle": lambda: site_downloads.moodle(PEOPLE, DUE, "{}/{}"),
    "moodle before 4.1": lambda: site_downloads.moodle(PEOPLE, DUE, "{}_/{}"),
    "moodle without folders": lambda: site_downloads.moodle(PEOPLE, DUE, "{}_{}"),
    "gradescope": lambda: site_downloads.gradescope(PEOPLE, DUE),
    "plain": lambda: site_downloads.plain(PEOPLE, DUE),
}
GIVES_TIMES = ("sakai", "gradescope")


def id_of(site, person):
    return str(person.user) if site in ("canvas", "moodle") else person.eid


def expected_share(when):
    """The percentage of the points that the late rule leaves, calculated from local times. The
    grace time is ten minutes. Each late day that has begun costs 20 %. After three days, 0 %
    remain."""
    clock = when.replace(tzinfo=None) + timedelta(hours=ZONE_HOURS) - timedelta(minutes=10)
    if when.replace(tzinfo=None) + timedelta(hours=ZONE_HOURS) <= DUE:
        return 100
    days = next(n for n in range(99) if clock <= DUE + timedelta(days=n))
    return 100 - 20 * days if days <= 3 else 0


def expected_points(person, item):
    """The points of an item. If the host code fails without -extra, too, the public cases of the
    extra credit say what its kernels are worth."""
    if item in person.right:
        return ITEMS[item]
    if item == "extra.right" and "memory.alone" not in person.right:
        public = ("extra.plain", "extra.ties", "extra.weights")
        share = sum(ITEMS[one] for one in public if one in person.right)
        return round(ITEMS[item] * share / sum(ITEMS[one] for one in public), 2)
    return 0


def expected_total(person):
    reached = sum(expected_points(person, item) for item in ITEMS)
    return round(reached * expected_share(person.when) / 100, 2) if person.when else 0.0


def graded(tmp_path, name):
    """Returns the site, the persons by ID, the intake, and the scores for the made-up results."""
    site = name.split()[0]
    path = tmp_path / "class.zip"
    path.write_bytes(DOWNLOADS[name]())
    tables = {}
    if site not in ("sakai",):
        tables["roster"] = tmp_path / "roster.csv"
        rows = [f'{id_of(site, one)},"{one.sort_name}",{one.eid}@example.edu' for one in PEOPLE]
        tables["roster"].write_text("\n".join(["id,name,email", *rows]))
    if site not in GIVES_TIMES:
        tables["times"] = tmp_path / "times.csv"
        rows = [f"{id_of(site, one)},{one.when:%Y-%m-%dT%H:%M:%SZ}" for one in PEOPLE if one.when]
        tables["times"].write_text("\n".join(["id,time", *rows]))
    intake = read_class(path, RULE.assignment.zone, LAB, **tables)
    by_id = {id_of(site, one): one for one in PEOPLE}
    scores = []
    for attempt in intake.counted:
        right = by_id[attempt.student.id].right
        words = {item: Verdict.OK if item in right else Verdict.WRONG for item in ITEMS}
        results = {item: ItemResult(item, word) for item, word in words.items()}
        scores.append(score(RULE, attempt, results, {}))
    return site, by_id, intake, scores


@pytest.mark.parametrize("name", DOWNLOADS)
def test_all_times_penalties_and_marks_are_right(tmp_path, name):
    site, by_id, intake, scores = graded(tmp_path, name)

    assert intake.layout == site and len(scores) == COUNT
    assert {one.student.id for one in intake.counted} == set(by_id)
    for one in scores:
        person, attempt = by_id[one.attempt.student.id], one.attempt
        assert attempt.handed_in == person.when, person
        assert bool(attempt.submission.files) == bool(person.files), person
        assert attempt.student.name == person.sort_name or site == "gradescope", person
        if person.when:
            assert round(100 * one.lateness.factor) == expected_share(person.when), person
        assert one.total == expected_total(person), person
    assert sum(one.lateness.is_late for one in scores) > 50
    pages = {one.attempt.student.id: b"<p>report" for one in scores}
    files = gradebook_files(Graded(RULE, intake, scores, pages, GRADED))
    IMPORTS[site](files, by_id, intake)


def check_sakai(files, by_id, intake):
    done = site_importers.sakai(files["sakai_upload.zip"], set(by_id))
    assert done.refused == []
    assert done.grades == {eid: expected_total(one) for eid, one in by_id.items()}
    assert done.comments.keys() == done.attachments.keys() == by_id.keys()


def check_canvas(files, by_id, intake):
    users = {one.user for one in PEOPLE}
    done = site_importers.canvas(files["canvas.csv"], users, TITLE)
    assert done.refused == []
    assert done.grades == {user: expected_total(one) for user, one in by_id.items()}
    with zipfile.ZipFile(BytesIO(DOWNLOADS["canvas"]())) as download:
        handed_in = [re.search(r"_(7\d{6})_(.+)", name) for name in download.namelist()]
    own = {int(one[1]): one[2] for one in handed_in}
    users = {str(user) for user in users}
    comments = site_importers.canvas_comments(files["canvas_comments.zip"], users, own)
    assert comments.refused == []
    assert comments.comments == {u: "<p>report" for u, one in by_id.items() if one.files}


def check_moodle(files, by_id, intake):
    users, most = {one.user for one in PEOPLE}, 100.0
    opened = datetime(2026, 12, 12, tzinfo=timezone.utc)  # Moodle's last change: before the run
    done = site_importers.moodle(files["moodle.csv"], users, most, opened)
    assert done.refused == []
    assert done.grades == {user: min(expected_total(one), most) for user, one in by_id.items()}
    above = [one for one in by_id.values() if expected_total(one) > most]
    rows = files["moodle_extra_credit.csv"].splitlines()[1:]
    sums = sorted(round(float(row.rsplit(",", 1)[1]), 2) for row in rows)
    assert above and sums == sorted(round(expected_total(one) - most, 2) for one in above)
    feedback = site_importers.moodle_feedback(files["moodle_feedback.zip"], users)
    assert feedback.refused == [] and feedback.attachments.keys() == by_id.keys()
    assert {"report.html"} == {name for names in feedback.attachments.values() for name in names}


def check_others(files, by_id, intake):
    check_sakai(files, by_id, intake)
    assert "SIS Login ID" in files["canvas.csv"].splitlines()[0]


IMPORTS = {
    "sakai": check_sakai,
    "canvas": check_canvas,
    "moodle": check_moodle,
    "gradescope": check_others,
    "plain": check_others,
}


@pytest.mark.parametrize("name", ["sakai", "canvas", "moodle"])
def test_a_student_who_is_not_graded_is_in_no_import_file(tmp_path, name):
    """In Sakai and in Canvas, an empty cell deletes a grade."""
    site, by_id, intake, scores = graded(tmp_path, name)
    held = scores[0].attempt.student.id
    open_item = {next(iter(ITEMS)): ItemResult(next(iter(ITEMS)), Verdict.HELD)}
    scores[0] = score(RULE, scores[0].attempt, open_item, {})
    files = gradebook_files(Graded(RULE, intake, scores, {}, GRADED))

    if site == "sakai":
        found = site_importers.sakai(files["sakai_upload.zip"], set(by_id)).grades
    elif site == "canvas":
        users = {one.user for one in PEOPLE}
        found = site_importers.canvas(files["canvas.csv"], users, TITLE).grades
    else:
        opened = datetime(2026, 12, 12, tzinfo=timezone.utc)
        users = {one.user for one in PEOPLE}
        found = site_importers.moodle(files["moodle.csv"], users, 100, opened).grades
    assert set(by_id) - set(found) == {held}
    assert "Not graded yet, and so in no import file: 1." in files["README.txt"]


def test_a_site_with_semicolons_gets_semicolons_and_decimal_commas(tmp_path):
    _, by_id, intake, scores = graded(tmp_path, "sakai")
    intake.about |= {"separator": ";", "decimal": ","}
    data = gradebook_files(Graded(RULE, intake, scores, {}, GRADED))["sakai_upload.zip"]

    done = site_importers.sakai(data, set(by_id), ";", ",")
    assert (len(done.grades), done.refused) == (COUNT, [])
    assert any(grade != int(grade) for grade in done.grades.values())


def small(tmp_path, files):
    """Reads a class in which everything is right. Returns the intake and the scores."""
    intake = read_class(write(tmp_path / "in", files), RULE.assignment.zone, LAB)
    results = {item: ItemResult(item, Verdict.OK) for item in ITEMS}
    scores = [score(RULE, attempt, results, {}) for attempt in intake.counted]
    return intake, scores


def test_a_group_of_sakai_gets_one_row_unless_its_members_have_different_marks(tmp_path):
    sheet = "P,POINTS\n\nGroup,ID,Members,Grade,Time,Late\n"
    files = {}
    for name, members in (("One", "A, a(a1); B, b(b1)"), ("Two", "C, c(c1); D, d(d1)")):
        sheet += f"{name},g-{name},x,,2026-12-01T00:00:00Z,\n"
        files[f"P/{name} (g-{name})/members.txt"] = members
        files[f"P/{name} (g-{name})/Submission attachment(s)/submit_me.tar"] = make_tar()
        files[f"P/{name} (g-{name})/timestamp.txt"] = "2026-12-01T00:00:00Z"
    intake, scores = small(tmp_path, {**files, "P/grades.csv": sheet})
    by_hand = Override("d1", "total", 50.0, "ta", "why", "now")
    scores[3] = replace(scores[3], total_override=by_hand)

    made = gradebook_files(Graded(RULE, intake, scores, {}, GRADED))

    with zipfile.ZipFile(BytesIO(made["sakai_upload.zip"])) as archive:
        rows = archive.read("P/grades.csv").decode().splitlines()[3:]
    assert rows == ['"One","g-One","A, a; B, b","110"']
    assert "allows one mark per group: C, c (c1); D, d (d1)" in made["README.txt"]


def test_the_instructions_say_that_other_sites_cannot_import_the_files(tmp_path):
    start = "P_3_ab1_attempt_2026-12-10-23-59-58"
    files = {f"{start}.txt": "Name: Bo Ames (ab1)", f"{start}_submit_me.tar": make_tar()}
    intake, scores = small(tmp_path, files)
    made = gradebook_files(Graded(RULE, intake, scores, {}, GRADED))

    assert intake.layout == "blackboard" and {"canvas.csv", "sakai_upload.zip"} < set(made)
    assert "No other site can import them: use marks.csv there." in made["README.txt"]


def test_an_anonymous_assignment_of_canvas_gets_comments_but_no_marks(tmp_path):
    names = {7_000_002: "my_2_work.tar", 7_000_003: "submit_me.zip"}
    files = {"anon_aB3xZ_7000002_my_2_work.tar": make_tar()}
    files["LATE_anon_9QwEr_7000003_submit_me.zip"] = make_zip()
    made = gradebook_files(Graded(RULE, *small(tmp_path, files), PAGES, GRADED))

    assert set(made) == {"README.txt", "canvas_comments.zip"} and "anonymous" in made["README.txt"]
    done = site_importers.canvas_comments(made["canvas_comments.zip"], set(PAGES), names)
    assert (done.refused, done.comments) == (
        [],
        {"aB3xZ": "page of aB3xZ", "9QwEr": "page of 9QwEr"},
    )


@pytest.mark.parametrize(
    "name, own, data",
    [
        ("amesbo_LATE_101_9001_", "submit_me.tar", make_tar()),
        ("amesbo_101_9001_", "submit_me-2.tar", make_tar()),
        ("amesbo_101_9001_", "work.tar.gz", gzip.compress(make_tar(), mtime=0)),
        ("amesbo_101_9001_", "work.tgz", gzip.compress(make_tar(), mtime=0)),
        ("amesbo_101_9001_", "work.zip", make_zip()),
        ("team_alpha_101_9001_", "submit_me.tar", make_tar()),
        ("कुमार_101_9001_", "extra.cu", b"x"),
    ],
    ids=["late", "again", "tar.gz", "tgz", "zip", "team", "loose"],
)
def test_a_comment_of_canvas_has_the_name_of_the_file_that_was_handed_in(tmp_path, name, own, data):
    """In a comment, Canvas gives our file the name of the file that was handed in. A browser would
    not open a page named submit_me.tar, so the page is packed into an archive of the same kind."""
    made = gradebook_files(Graded(RULE, *small(tmp_path, {name + own: data}), PAGES, GRADED))

    teams = ("team_alpha", "page")
    archive = made["canvas_comments.zip"]
    done = site_importers.canvas_comments(archive, {"101"}, {9001: own}, teams)
    assert (done.refused, done.comments) == ([], {"101": "page of 101"})


def test_the_column_for_canvas_has_the_heading_that_canvas_exports(tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text(f'Student,ID,Section,"{TITLE} (77)"\n"Ames, Bo",101,1,\n')
    path = write(tmp_path / "in", {"amesbo_101_9001_submit_me.tar": make_tar()})
    intake = read_class(path, RULE.assignment.zone, LAB, roster=roster)
    results = {item: ItemResult(item, Verdict.OK) for item in ITEMS}
    scores = [score(RULE, attempt, results, {}) for attempt in intake.counted]

    text = gradebook_files(Graded(RULE, intake, scores, {}, GRADED))["canvas.csv"]
    assert site_importers.canvas(text, {101}, f"{TITLE} (77)").grades == {"101": 110}


def test_the_same_marks_give_the_same_bytes(tmp_path):
    _, _, intake, scores = graded(tmp_path, "moodle")
    pages = {one.attempt.student.id: b"x" for one in scores}

    first, second = (gradebook_files(Graded(RULE, intake, scores, pages, GRADED)) for _ in range(2))
    assert first == second
