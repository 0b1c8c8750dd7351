"""Finds things that a person should look at. A remark is never a judgment, and costs no points."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..intake.class_folder import Intake, twins
from ..verdict import Verdict
from .score import StudentScore


@dataclass(frozen=True)
class Anomaly:
    students: tuple[str, ...]
    text: str


# Words that no kernel of this assignment needs. They are searched for in the text without comments.
_UNUSUAL = (
    (r"__attribute__\s*\(\s*\(\s*(constructor|destructor)", "code that runs before or after main"),
    (r"\b(asm|__asm|__asm__)\b", "assembly text"),
    (r"#\s*include\s*[<\"](/|\.\.)", "an include of a path outside of the kit"),
    (
        r"#\s*include\s*<(unistd|fcntl|dlfcn|signal|spawn|sys/[a-z]+|fstream|filesystem|thread)(\.h)?>",
        "a system header",
    ),
    (
        r"\b(system|popen|fork|vfork|exec[lv]p?e?|dlopen|dlsym|ptrace|kill|syscall|mmap|fopen|freopen)\s*\(",
        "a system call",
    ),
    (r"\b(_exit|quick_exit|exit|abort|atexit)\s*\(", "a call that ends the program"),
    (r"/proc/|/dev/|/etc/", "a path of the system"),
    (r"\b(getenv|setenv|putenv)\s*\(|HANDSHAKE_|\bCUCC_", "an access to environment variables"),
    (
        r"#\s*define\s+(__global__|__device__|cudaM\w+|cudaL\w+|main)\b",
        "a new definition of a name of CUDA or of the kit",
    ),
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_SUSPECT_NOTES = {
    "archive_damaged": "the archive is damaged",
    "archive_cut_short": "the archive ends too early",
    "unsafe_name": "the archive holds a name that leads out of its folder",
    "not_a_file": "the archive holds a link or a device instead of a file",
    "file_ambiguous": "the archive holds several different versions of one file",
    "file_twice": "the archive holds a file twice",
    "archive_too_large": "the archive is far too large after unpacking",
    "archive_too_many": "the archive holds far too many files",
}


def find_anomalies(intake: Intake, scores: list[StudentScore]) -> list[Anomaly]:
    found = [Anomaly(tuple(ids), "handed in identical files") for ids in twins(intake.counted)]
    for one in scores:
        student = (one.attempt.student.id,)
        notes = {note.code for note in one.attempt.submission.notes}
        found += [Anomaly(student, text) for code, text in _SUSPECT_NOTES.items() if code in notes]
        found += [Anomaly(student, text) for text in _in_sources(one)]
        found += [Anomaly(student, text) for text in _in_results(one)]
        if one.lateness.remark:
            found.append(Anomaly(student, one.lateness.remark))
    return found


def _in_sources(one: StudentScore) -> list[str]:
    remarks = []
    for path, data in one.attempt.submission.files.items():
        text = data.decode("utf-8", errors="replace")
        code = _COMMENT.sub(" ", text)
        remarks += [
            f"{path} holds {what}" for pattern, what in _UNUSUAL if re.search(pattern, code)
        ]
    return remarks


def _in_results(one: StudentScore) -> list[str]:
    """Finds verdicts that contradict each other, and extensions whose points are still open."""
    remarks = []
    verdicts = {}
    for part in one.parts:
        for each in part.properties:
            if each.result:
                verdicts[f"{part.part.id}.{each.property.id}"] = (
                    each.property,
                    each.result.verdict,
                )
    open_points = (Verdict.NOT_TIMED, Verdict.HELD, Verdict.UNREAD, Verdict.JE)
    for part in one.parts:
        words = [each.result.verdict for each in part.properties if each.result]
        if part.part.is_extension and part.override is None:
            remarks += [
                f"{part.part.id}.{each.property.id}: its points are open, because the verdict is "
                f"{each.result.verdict.value}. {each.result.summary}".rstrip(" .")
                for each in part.properties
                if each.points is None and each.result and each.result.verdict in open_points
            ]
        if Verdict.OK in words and Verdict.NOT_STARTED in words:
            remarks.append(f"{part.part.id}: one property is right, and another is not started")
    alone = {
        p.own[0]: verdict
        for p, verdict in verdicts.values()
        if p.by == "program" and len(p.own) == 1 and not p.flags
    }
    for item, (p, verdict) in verdicts.items():
        if p.by != "program" or len(p.own) < 2 or p.flags or verdict is Verdict.NOT_CHECKED:
            continue
        separate = [alone.get(path) for path in p.own]
        if verdict is not Verdict.OK and set(separate) == {Verdict.OK}:
            remarks.append(f"{item} is {verdict.value}, though each of its files is right alone")
        if verdict is Verdict.OK and set(separate) - {Verdict.OK, None}:
            remarks.append(f"{item} is right, though one of its files, tested alone, is not")
    return remarks
