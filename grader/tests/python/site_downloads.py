"""Writes the download of a class as each site would write it, for whole_class_test.py.

The files and their names follow the rules of the sites. The docstrings in
grader/handshake_grader/intake say where these rules come from. This file shares no code with that
folder.
"""

from __future__ import annotations

import csv
import io
import random
import re
import unicodedata
import zipfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

TITLE = "Projekt 3: Größe?"
ZONE_HOURS = -5  # New York in December; all times in this file are in December
FIRST = "Bo Di Em Jürgen 伟 Văn-Đức Siobhán José María O'Neil Zoë Łukasz".split()
LAST = "Ames Cole Müller Nguyễn O'Brien Østergård Smith 王 D'Angelo García_López".split()


@dataclass
class Person:
    number: int
    last: str
    first: str
    when: datetime | None  # None: this person handed in nothing
    files: dict[str, bytes] = field(default_factory=dict)
    right: set[str] = field(default_factory=set)  # the items that are right

    @property
    def eid(self) -> str:
        return f"{self.last[0].lower() if self.last[0].isascii() else 'x'}q{self.number:03}"

    @property
    def user(self) -> int:
        return 30_000 + 7 * self.number

    @property
    def sort_name(self) -> str:
        return f"{self.last}, {self.first}"


def made_class(count: int, items: list[str], archive: bytes, due: datetime) -> list[Person]:
    """due: the deadline on the local clock. Most students hand in near this time; some hand in days
    later, and some hand in nothing."""
    chance = random.Random(count)
    people = []
    for number in range(count):
        seconds = chance.choice((-9e4, -60, -1, 0, 1, 599, 600, 601, 9e4, 2.6e5, 2.7e5, 9e5))
        seconds = int(seconds) + chance.randrange(-3, 4)
        when = (due - timedelta(hours=ZONE_HOURS) + timedelta(seconds=seconds)).replace(
            tzinfo=timezone.utc
        )
        one = Person(number, chance.choice(LAST), chance.choice(FIRST), when)
        if chance.random() < 0.05:
            one.when = None
        else:
            one.files = {"submit_me.tar": archive}
            if chance.random() < 0.4:
                one.files["report.pdf"] = b"%PDF " + bytes(number % 7)
        one.right = {item for item in items if one.when and chance.random() < 0.8}
        people.append(one)
    return people


def _zip(files: dict[str, bytes | str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def _csv(rows, separator=",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def java_instant(when: datetime) -> str:
    """A time as Java's Instant.toString writes it: without a fraction if the fraction is 0."""
    millis = when.microsecond // 1000
    return f"{when:%Y-%m-%dT%H:%M:%S}" + (f".{millis:03}Z" if millis else "Z")


def sakai_plain(text: str) -> str:
    """A name as Sakai's `escapeInvalidCharsEntry` changes it."""
    text = unicodedata.normalize("NFD", text)
    text = re.sub("[\u0300-\u036f]+|[?]", "", text)
    text = re.sub("[\u2010-\u2015]", "-", text)
    return re.sub(r"[^\x00-\x7f]", "", text)


def sakai(people: list[Person], due: datetime, folders: bool, old: bool = False) -> bytes:
    root = sakai_plain(TITLE.replace("/", "_"))
    rows = [[TITLE, "SCORE_GRADE_TYPE"], [""]]
    rows.append("Display ID,ID,Last Name,First Name,grade,Submission date,Late".split(","))
    files: dict[str, bytes | str] = {}
    for one in people:
        time = java_instant(one.when) if one.when else ""
        rows.append([f"D-{one.eid}", one.eid, one.last, one.first, "", time, "?"])
        if one.when is None:
            continue
        person = f"{root}/" + sakai_plain(f"{one.sort_name}({one.eid})")
        if folders:
            stamp = one.when.strftime("%Y%m%d%H%M%S000") if old else time
            files[f"{person}/timestamp.txt"] = stamp
        files[person + ("/comments.txt" if folders else "_comments.txt")] = ""
        for name, data in one.files.items():
            label = "/Submission attachment(s)/" if folders else "_Submission attachment(s)_"
            files[f"{person}{label}{sakai_plain(name)}"] = data
    if old:
        rows = [row[:5] for row in rows]
    files[f"{root}/grades.csv"] = _csv(rows)
    return _zip(files)


def canvas(people: list[Person], due: datetime) -> bytes:
    files: dict[str, bytes | str] = {}
    number = 7_000_000
    limit = (due - timedelta(hours=ZONE_HOURS)).replace(tzinfo=timezone.utc)
    for one in people:
        name = re.sub(r"_(\d+)_", r"\1", one.sort_name).lower()
        late = "LATE" if one.when and one.when > limit else None
        start = "_".join(filter(None, [name, late, str(one.user)]))
        start = re.sub(r"[^\w]", "", start)
        for own, data in reversed(one.files.items()):
            number += 1
            again = own.replace(".", f"-{one.number % 3}.", 1) if one.number % 3 else own
            files[f"{start}_{number}_{again}"] = data
    return _zip(files)


def moodle(people: list[Person], due: datetime, form: str) -> bytes:
    files: dict[str, bytes | str] = {}
    for one in people:
        name = f"{one.first} {one.last}".replace("_", " ")
        start = f"{name}_{one.user}_assignsubmission_"
        for own, data in one.files.items():
            files[form.format(start + "file", own)] = data
        if one.files and one.number % 5 == 0:
            files[form.format(start + "onlinetext", "onlinetext.html")] = "<p>hello"
    return _zip(files)


def gradescope(people: list[Person], due: datetime) -> bytes:
    text, files = "---\n", {}
    for one in people:
        if one.when is None:
            continue
        folder = f"submission_{90_000 + one.number}"
        text += f'{folder}:\n  :submitters:\n  - :name: "{one.first} {one.last}"\n'
        text += f"    :sid: '{one.eid}'\n    :email: {one.eid}@example.edu\n"
        text += f"  :created_at: {one.when:%Y-%m-%d %H:%M:%S}.000000000 Z\n"
        files |= {f"assignment_1_export/{folder}/{own}": data for own, data in one.files.items()}
    return _zip({"assignment_1_export/submission_metadata.yml": text, **files})


def plain(people: list[Person], due: datetime) -> bytes:
    files: dict[str, bytes | str] = {"class/.DS_Store": "x"}
    for one in people:
        for own, data in one.files.items():
            files[f"class/{one.eid}/{own}"] = data
            files[f"__MACOSX/class/{one.eid}/._{own}"] = "x"
    return _zip(files)
