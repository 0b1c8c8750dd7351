"""Reads a download of Canvas: one folder. For each student or group, it has all files of the newest
attempt.

In lib/content_zipper.rb of instructure/canvas-lms, the methods `add_submission`, `get_filename`,
`add_upload_submission` and `add_text_or_url` write these names:

    NAME_[LATE_]USER_FILE_OWN.NAME    [LATE_]anon_CODE_FILE_OWN.NAME    NAME_[LATE_]USER_text.html

The NAME before USER has only word characters (letters and the marks on them, digits, "_"), and may
be empty. `sanitize_user_name` makes sure that this NAME has no `_DIGITS_`.
If the student handed in OWN.NAME before, Canvas writes OWN-1.NAME, then OWN-2.NAME, and so on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from datetime import tzinfo

from ..errors import UsageError
from .download import Download, Found, Reading, Student, is_number

_NUMBERS = re.compile(r"(?=_(\d{1,18})_(\d{1,18})_(.))", re.DOTALL)
_LATE = ("_LATE", "_late")
_ANONYMOUS = re.compile(r"(LATE_)?anon_([A-Za-z0-9]{1,20})_(?:(\d{1,18})_(.+)|(text|link)\.html)")
_WITHOUT_FILE = re.compile(r"([^/]*?)(_LATE|_late)?_(\d{1,18})_(text|link)\.html")
_OF_WORDS = ("Mn", "Mc", "Me", "Pc")
EARLIER = "earlier/"  # stands before the student's name for a file of an earlier attempt
_ENDING_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz.")


def fits(download: Download) -> bool:
    return any(is_named_so(name) for name in download.top_files)


def is_named_so(name: str) -> bool:
    return bool(_ANONYMOUS.fullmatch(name) or _without_file(name) or _candidates(name))


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    """known: ids of a roster. If most names can be read in two ways, these ids decide. If only some
    names can be read in two ways, this is because of how students named their files. For these
    names, the first way counts, even if another way gives an id of the roster."""
    ways = {name: _ways(name) for name in download.top_files if is_named_so(name)}
    unclear = [name for name, found in ways.items() if len(found) > 1]
    remarks = []
    if 2 * len(unclear) > len(ways):
        ways |= {name: [one for one in ways[name] if one.student.id in known] for name in unclear}
        strangers = [name for name in unclear if not ways[name]]
        if 2 * len(strangers) > len(unclear):
            _ask(download, strangers[0])
        ways |= {name: _ways(name) for name in strangers}
    else:
        remarks = [f"{name}: was read as a file of {ways[name][0].student.id}" for name in unclear]
    found: dict[str, Found] = {}
    for this in (each[0] for each in ways.values()):
        one = found.setdefault(this.student.id, Found(this.student))
        one.late_flag |= this.late_flag
        one.texts |= {download.whole(name): own for name, own in this.texts.items()}
        one.files |= {download.whole(name): own for name, own in this.files.items()}
    for one in found.values():
        one.files = _without_counters(one.files)
    handed_in = {name for one in found.values() for name in one.files}
    form = "anonymous" if any(map(_ANONYMOUS.fullmatch, ways)) else ""
    of_site = {download.whole(name) for name in ways} - handed_in
    return Reading(list(found.values()), form, of_site, remarks)


def _ways(name: str) -> list[Found]:
    """Every way to read a name that Canvas writes; the first way is the one that Canvas means."""
    if match := _ANONYMOUS.fullmatch(name):
        late, code, _, own, kind = match.groups()
        return [_one(Student(code), late, name, own or "", kind or "")]
    candidates = _candidates(name)
    if not candidates and (match := _without_file(name)):
        who, late, user, kind = match.groups()
        return [_one(Student(user, who), late, name, "", kind)]
    return candidates


def _one(student: Student, late: str | None, name: str, own: str, kind: str = "") -> Found:
    """kind: `text` or `link`, if the student typed something instead of handing in a file."""
    found = Found(student, {name: own} if own else {}, late_flag=bool(late))
    found.texts = {name: f"{kind}.html"} if kind else {}
    return found


def _candidates(name: str) -> list[Found]:
    """Every way to read NAME_[LATE_]USER_FILE_OWN.NAME. The way with the shortest NAME before USER
    comes first."""
    ways = []
    for match in _NUMBERS.finditer(name):
        who = name[: match.start()]
        if not _is_word(who):
            break
        late = who.endswith(_LATE)
        student = Student(match[1], who[: -len(_LATE[0])] if late else who)
        ways.append(_one(student, "late" if late else None, name, name[match.start(3) :]))
        if late:  # Canvas writes LATE directly before the id, so this way is sure
            return ways[-1:]
    return ways


def _without_file(name: str) -> re.Match[str] | None:
    match = _WITHOUT_FILE.fullmatch(name)
    return match if match and _is_word(match[1]) else None


def _is_word(text: str) -> bool:
    """Whether Ruby's [[:word:]] matches each character of the text. Unlike isalnum(), it matches
    the vowel signs of Hindi and Thai."""
    return all(letter.isalnum() or unicodedata.category(letter) in _OF_WORDS for letter in text)


def _ask(download: Download, name: str) -> None:
    first, second = (one.student for one in _candidates(name)[:2])
    raise UsageError(
        f"submissions: {download.origin}: in {name} the Canvas id can be {first.id} (of "
        f"{first.name}) or {second.id} (of {second.name}), and most file names can be read in two "
        "ways like this; use --roster FILE to say which ids exist; FILE is a CSV, such as the "
        "export of the gradebook"
    )


def _without_counters(files: dict[str, str]) -> dict[str, str]:
    """Removes the counters: submit_me-2.tar becomes submit_me.tar. An older submit_me.tar in the
    same download becomes earlier/submit_me.tar."""
    by_age = sorted(files, key=lambda name: split_again(files[name])[1])
    newest = {split_again(files[name])[0]: name for name in by_age}
    own = {}
    for name in files:
        plain = split_again(files[name])[0]
        own[name] = plain if newest[plain] == name else EARLIER + files[name]
    return own


def split_again(name: str) -> tuple[str, int]:
    """The name that was handed in, and how many earlier attempts had this name: submit_me-2.tar was
    handed in as submit_me.tar, after two attempts with this name."""
    start, dash, tail = name.rpartition("-")
    number, dot, ending = tail.partition(".")
    if not dash or not is_number(number) or not set(ending) <= _ENDING_LETTERS:
        return name, 0
    return start + dot + ending, int(number)
