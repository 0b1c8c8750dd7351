"""A class of students whose results contain reports of the kernel suite. Some of them write hostile
text wherever a student can write something. Nothing is compiled: a fake examiner gives the stored
reports of grader/tests/report."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import stored_results
from fake_examiner import FakeExamination, FakeExaminer
from handshake_grader.examine.kept_report import keep
from handshake_grader.verdict import Evidence, Verdict
from matching import EXTRA, FILTER, HANDSHAKING, SCAN, WRAPPER
from pack import FILES, make_tar, make_zip, special

TAKEN = "taken over"
HOSTILE = (
    f"</style></title></pre><script>document.title='{TAKEN}'</script>"
    f"<img src=x onerror=\"document.title='{TAKEN}'\">'\"><svg onload=alert(1)>"
    "<a href='javascript:alert(1)' style='position:fixed'>`make`</a> &lt;b&gt; {{ 7 * 7 }} \u202e"
    f" <!-- {'w' * 300} https://example.com/x.png"
)
CODE_WORDS = ("id", "verdict", "name", "of", "array", "kernel", "severity", "schedule", "mix")
PATHS_OF = {"handshaking": HANDSHAKING, "filter": FILTER, "scan": SCAN, "memory": WRAPPER}


def poisoned(value: object, key: str = "") -> object:
    """Adds hostile text to every free text of a report."""
    if isinstance(value, dict):
        return {name: poisoned(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [poisoned(one, key) for one in value]
    is_free = isinstance(value, str) and key not in (*CODE_WORDS, "file", "files", "input")
    return f"{value} {HOSTILE}" if is_free else value


class ReportingExaminer(FakeExaminer):
    """If a file contains a line `// report: NAME`, NAME.json is the suite's report about the part
    to which this file belongs."""

    def open(self, attempt):
        return ReportingExamination(attempt, self.seconds)


class ReportingExamination(FakeExamination):
    def __init__(self, attempt, seconds):
        super().__init__(attempt, seconds)
        self._files = attempt.submission.files

    def examine(self, item):
        result, suite = super().examine(item), item.property.suite
        if result.verdict is Verdict.NO_BUILD:
            return replace(result, evidence=(Evidence(f"x.cu:1: error: {HOSTILE}"),))
        path = PATHS_OF.get(suite, EXTRA)
        said = re.search(rb"// report: (\w+)", self._files.get(path, b""))
        if not said or suite is None:
            return result
        report = stored_results.load(said[1].decode())
        report = poisoned(report) if b"// hostile" in self._files[path] else report
        kept = keep(report, suite, {})
        verdict = Verdict(kept["part"]["verdict"])
        return replace(result, verdict=verdict, summary=kept["part"]["summary"], report=kept)


def source(*lines: str) -> bytes:
    """A file that begins with these lines. All other lines to which a report can point are
    hostile."""
    body = [f"int line_{number}; // {HOSTILE}" for number in range(60)]
    return "\n".join([*(f"// {line}" for line in lines), *body, ""]).encode()


def hostile_files() -> dict[str, bytes]:
    return {
        **FILES,
        FILTER: source("report: wrong_filter", "hostile"),
        SCAN: source("scan.enough: NO_BUILD", "scan.alone: CRASH"),
        HANDSHAKING: source("report: memory_fault", "hostile"),
        f"{HOSTILE[:60]}.cu": b"x",
    }


def plain_files(number: int) -> dict[str, bytes]:
    """The files of a student who is not hostile. No two of these students write the same text."""
    own = "".join(f"x{'+-*%&|^<>'[(number + n) % 9]}= {n * number};" for n in range(20))
    reports = ("solved", "wrong_filter", "wrong_scan", "memory_fault", "solved")
    lines = "".join(f"// {word}\n" for word in (f"report: {reports[number % 5]}", own))
    verdicts = ("together.everything: WRONG", "filter.alone: FLAKY", "", "", "memory.alone: JE")
    text = f"{lines}// {verdicts[number % 5]}\n{own}\n".encode()
    return {**FILES, HANDSHAKING: text, FILTER: text, SCAN: text, WRAPPER: text}


def hostile_class(order: int = 1) -> bytes:
    """Sakai's bulk download of twelve students. order -1: the same files, packed in the opposite
    order."""
    work = {f"s{n:02}": make_tar(plain_files(n)) for n in range(9)}
    work["evil01"] = make_tar(hostile_files())
    work["evil02"] = make_tar(
        hostile_files(), extra=[special(EXTRA + "/" + HOSTILE[:40], b"2", "/etc/passwd")]
    )
    work["torn"] = make_tar(plain_files(1))[:1000]
    roster = [f'{name},{name},"{_cell(name)}","{_cell(name)}",0' for name in sorted(work)]
    name = '"' + HOSTILE.replace('"', '""') + '"'
    roster.append(f"{name},{name},<b>Last</b>,First,0")
    head = ["Project", "", "Display ID,ID,Last Name,First Name,grade"]
    files = {}
    for name, data in work.items():
        folder = f"Project/Last, First({name})"
        files[f"{folder}/timestamp.txt"] = b"2026-12-11T05:06:00Z"
        files[f"{folder}/Submission attachment(s)/submit_me.tar"] = data
    files["Project/grades.csv"] = "\n".join([*head, *roster, ""]).encode()
    return make_zip(dict(list(files.items())[::order]))


def _cell(name: str) -> str:
    return HOSTILE.replace('"', '""') if name.startswith("evil") else name


def write_class(folder: Path, order: int = 1) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "class.zip"
    file.write_bytes(hostile_class(order))
    return file
