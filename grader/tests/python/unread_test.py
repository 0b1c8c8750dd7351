"""What students hand in instead of submit_me.tar: it is read, or a person is asked. It is never
zero because it was not read."""

import shutil
import struct
import subprocess
import tarfile
import zlib
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

import needs
from fake_examiner import SETTINGS
from handshake_grader.examine.bench import Bench
from handshake_grader.intake import other_archive
from handshake_grader.intake.archive import Caps, Kind, read_archive
from handshake_grader.intake.class_folder import read_class
from handshake_grader.intake.submission import read_submission
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import read_settings
from handshake_grader.verdict import Verdict
from intake_test import PDF, TAR, write
from matching import EXTENSION, EXTRA, FILTER, LAB, PATHS, SCAN, WRAPPER
from pack import FILES, make_tar, make_zip, special

NEW_YORK = ZoneInfo("America/New_York")
PAGE = b"\n<!DOCTYPE html><title>Log in</title>"
CODE = {path: f"// YOUR CODE\nvoid f{n}() {{ g(); }}\n".encode() for n, path in enumerate(PATHS)}
bsdtar = pytest.mark.skipif(shutil.which("bsdtar") is None, reason="bsdtar is not installed")


def base(path):
    return path.rsplit("/", 1)[1]


def renamed(change):
    """The five files below new names."""
    return {change(path): data for path, data in CODE.items()}


def handed_in(tmp_path, files):
    """The submission of a student who handed in these files."""
    mine = {f"ab1/{name}": data for name, data in files.items()}
    folder = write(tmp_path / "in", {**mine, "zz9/submit_me.tar": TAR})
    one, _ = read_class(folder, NEW_YORK, LAB, layout="plain").counted
    return one


def verdicts(attempt):
    """What the grader says about each file, before anything is built."""
    settings = read_settings(SETTINGS)
    bench = Bench(None, settings, None, attempt, SimpleNamespace(host_calls=lambda path: []))
    item = items_of(settings)[0]
    return {
        path: found.verdict if (found := bench.obstacle(item, [path])) else Verdict.OK
        for path in PATHS
    }


def all_paths(verdict):
    return dict.fromkeys(PATHS, verdict)


def codes(submission):
    return [one.code for one in submission.notes]


UNREAD = {
    "a cut tar": ({"submit_me.tar": TAR[:520]}, "submit_me.tar (a tar archive)"),
    "an empty file": ({"submit_me.tar": b""}, "submit_me.tar (empty)"),
    "a login page": ({"submit_me.tar": PAGE}, "submit_me.tar (a web page, such as"),
    "only a PDF": ({"report.pdf": PDF}, "report.pdf (PDF)"),
    "only a docx": ({"a.docx": make_zip({"word/document.xml": b"x"})}, "a.docx (a zip archive)"),
    "a zip with other files": ({"work.zip": make_zip({"a.py": b"x"})}, "work.zip (a zip archive)"),
    "an empty tar": ({"submit_me.tar": make_tar({})}, "submit_me.tar (a tar archive)"),
    "noise": ({"submit_me.tar": b"\x01\0" * 600}, "submit_me.tar (a file of an unknown kind)"),
    "noise like rar": ({"x.rar": b"Rar!\x1a\x07\x01\0" + b"\7" * 600}, "x.rar (a rar archive)"),
    "noise like 7z": ({"x.7z": b"7z\xbc\xaf'\x1c" + b"\7" * 600}, "x.7z (a 7z archive)"),
    "noise like zst": (
        {"x.tar.zst": b"\x28\xb5\x2f\xfd" + b"\7" * 60},
        "x.tar.zst (a zst archive)",
    ),
    "a text": ({"sorry.txt": b"I have no time"}, "sorry.txt (a text)"),
    "an encrypted zip": (
        {"submit_me.zip": make_zip(CODE).replace(b"PK\1\2\x14\3\x14\0\0", b"PK\1\2\x14\3\x14\0\1")},
        "submit_me.zip (a zip archive)",
    ),
}


@pytest.mark.parametrize("files, found", UNREAD.values(), ids=UNREAD)
def test_if_nothing_could_be_read_a_person_is_asked_and_the_message_says_what_was_found(
    tmp_path, files, found
):
    one = handed_in(tmp_path, files)

    assert verdicts(one) == all_paths(Verdict.UNREAD)
    assert found in one.submission.notes[0].text
    assert "file_missing" not in codes(one.submission)


def test_a_student_who_handed_in_nothing_needs_no_person(tmp_path):
    (tmp_path / "in/ab1").mkdir(parents=True)
    one = handed_in(tmp_path, {})

    assert verdicts(one) == all_paths(Verdict.NOT_STARTED)
    assert codes(one.submission) == ["nothing_handed_in"]


def test_files_behind_a_link_in_the_download_are_unread_and_not_absent(tmp_path):
    (tmp_path / "in/ab1").mkdir(parents=True)
    (tmp_path / "in/ab1/submit_me.tar").symlink_to("/etc/passwd")
    one = handed_in(tmp_path, {})

    assert verdicts(one) == all_paths(Verdict.UNREAD)
    assert "submit_me.tar (link)" in one.submission.notes[0].text


def test_files_after_the_damage_are_unread_and_files_before_it_count(tmp_path):
    whole = make_tar(CODE)
    cut = whole[: whole.index(base(SCAN).encode()) + 100]
    found = verdicts(handed_in(tmp_path, {"submit_me.tar": cut}))

    at = PATHS.index(SCAN)
    assert found == {
        path: Verdict.OK if number < at else Verdict.UNREAD for number, path in enumerate(PATHS)
    }


def test_a_file_that_is_not_in_a_readable_archive_needs_no_person(tmp_path):
    without = {path: data for path, data in CODE.items() if path != SCAN}
    found = verdicts(handed_in(tmp_path, {"submit_me.tar": make_tar(without)}))

    assert found == {**all_paths(Verdict.OK), SCAN: Verdict.NOT_STARTED}


@pytest.mark.parametrize(
    "data", [b"\x7fELF\0\0", b"x" * 300_000, None], ids=["binary", "too long", "a link"]
)
def test_a_source_file_that_cannot_be_read_is_the_only_one_for_a_person(tmp_path, data):
    others = {path: code for path, code in CODE.items() if path != FILTER}
    link = [special(FILTER, tarfile.SYMTYPE, "/tmp/x")] if data is None else []
    tar = make_tar({**others, FILTER: data} if data else others, extra=link)
    found = verdicts(handed_in(tmp_path, {"submit_me.tar": tar}))

    assert found == {**all_paths(Verdict.OK), FILTER: Verdict.UNREAD}


# ---- names that a program changed

CHANGES = {
    "a second download": lambda path: path.replace(".cu", " (1).cu"),
    "Firefox": lambda path: path.replace(".cu", "(2).cu"),
    "Windows hides the ending": lambda path: f"{path}.txt",
    "both": lambda path: path.replace(".cu", " (1).cu.txt"),
    "a copy in Windows": lambda path: path.replace(".cu", " - Copy.cu"),
    "a second copy in Windows": lambda path: path.replace(".cu", " - Kopie (2).cu"),
    "a copy in Finder": lambda path: path.replace(".cu", " copy 2.cu"),
    "Safari": lambda path: path.replace(".cu", "-1.cu"),
    "capital letters": str.upper,
    "without folders": lambda path: base(path).replace(".cu", " (1).cu"),
}


@pytest.mark.parametrize("pack", [None, make_tar, make_zip], ids=["loose", "tar", "zip"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_names_that_a_program_changed_are_recognized_and_remarked(tmp_path, change, pack):
    files = renamed(change)
    one = handed_in(tmp_path, {"submit_me.tar": pack(files)} if pack else files)

    assert one.submission.files == CODE
    assert {"file_renamed", "file_moved"} & set(codes(one.submission))


@pytest.mark.parametrize(
    "name", ["submit_me (1).tar", "SUBMIT_ME.TAR", "submit_me.tar.txt", "submit_me - Copy.tar"]
)
def test_an_archive_with_a_changed_name_is_read_and_remarked(tmp_path, name):
    one = handed_in(tmp_path, {name: make_tar(CODE)})

    assert one.submission.files == CODE
    assert codes(one.submission) == ["wrong_name"]


def test_two_copies_with_equal_bytes_are_one_file(tmp_path):
    one = handed_in(tmp_path, {"submit_me.tar": make_tar({**CODE, **renamed(CHANGES["both"])})})

    assert one.submission.files == CODE and codes(one.submission) == []


def test_of_two_copies_that_differ_a_person_chooses(tmp_path):
    other = FILTER.replace(".cu", " (1).cu")
    tar = make_tar({**CODE, other: b"void other() { h(); }"})
    one = handed_in(tmp_path, {"submit_me.tar": tar})

    assert verdicts(one) == {**all_paths(Verdict.OK), FILTER: Verdict.UNREAD}
    assert base(other) in one.submission.notes[0].text


def test_a_copy_without_code_of_the_student_does_not_count_and_is_named(tmp_path):
    empty = b"__global__ void markFilterEdges_gpu() { }\n"
    tar = make_tar({**CODE, FILTER: empty, FILTER.replace(".cu", " (1).cu"): CODE[FILTER]})
    one = handed_in(tmp_path, {"submit_me.tar": tar})

    assert one.submission.files == CODE
    assert codes(one.submission) == ["file_renamed", "files_ignored"]


# ---- several archives, and loose files beside an archive


def test_two_archives_with_different_files_are_a_question_for_a_person(tmp_path):
    files = {"submit_me.tar": make_tar(CODE), "submit_me (1).tar": make_tar({**CODE, SCAN: b"f()"})}
    one = handed_in(tmp_path, files)

    assert verdicts(one) == {**all_paths(Verdict.OK), SCAN: Verdict.UNREAD}
    assert "submit_me.tar, submit_me (1).tar" in one.submission.notes[0].text


def test_a_copy_without_code_of_the_student_does_not_count_beside_one_with_code(tmp_path):
    empty = dict.fromkeys(CODE, b"// YOUR CODE GOES BELOW\n// YOUR CODE GOES ABOVE\n")
    for packed, loose in ((CODE, empty), (empty, CODE)):
        one = handed_in(tmp_path, {"submit_me.tar": make_tar(packed), **loose})

        assert one.submission.files == CODE and not one.submission.unread


def test_a_loose_file_completes_an_archive(tmp_path):
    packed = {path: data for path, data in CODE.items() if path != EXTRA}
    one = handed_in(tmp_path, {"submit_me.tar": make_tar(packed), "extra.cu": CODE[EXTRA]})

    assert one.submission.files == CODE


def test_a_file_beside_the_archive_that_is_not_used_is_named(tmp_path):
    one = handed_in(tmp_path, {"submit_me.tar": make_tar(CODE), "notes.txt": b"x"})

    assert [note.text for note in one.submission.notes] == [
        "These entries are not among the five files of a submission, and were ignored: notes.txt."
    ]


def test_a_damaged_archive_beside_a_whole_one_does_no_harm(tmp_path):
    one = handed_in(tmp_path, {"submit_me.tar": make_tar(CODE), "old.zip": make_zip(CODE)[:-40]})

    assert verdicts(one) == all_paths(Verdict.OK)


def test_a_damaged_archive_in_an_archive_does_not_hide_what_comes_after_it():
    tar = make_tar({"old.zip": make_zip(CODE)[:-40], **CODE})
    submission = read_submission("submit_me.tar", tar, LAB)

    assert submission.files == CODE and not submission.unread


# ---- archives of other forms


def packed(tmp_path, form, files=CODE, links=()):
    root = write(tmp_path / "packed", files)
    for name, target in links:
        (root / name).symlink_to(target)
    words = {"7z": ["--format", "7zip"], "tar.zst": ["--zstd"]}[form]
    archive = tmp_path / f"x.{form}"
    subprocess.run(
        ["bsdtar", *words, "-cf", archive, "-C", root, *(one.name for one in root.iterdir())],
        check=True,
    )
    return archive.read_bytes()


def rar(files, encrypted=False):
    """A rar archive (version 5) that holds these files uncompressed."""

    def number(value):
        text = b""
        while value > 127:
            text += bytes([value & 127 | 128])
            value >>= 7
        return text + bytes([value])

    def block(kind, flags, body, data=b""):
        size = number(len(data)) if data else b""
        extra = b""
        head = number(kind) + number(flags | (2 if data else 0)) + extra + size + body
        head = number(len(head)) + head
        return struct.pack("<I", zlib.crc32(head)) + head + data

    text = b"Rar!\x1a\x07\x01\x00" + block(1, 0, number(0))
    if encrypted:
        text += block(4, 0, number(0) + number(0) + b"\x0f" + b"s" * 16)
    for name, data in files.items():
        about = number(4) + number(len(data)) + number(0o100644)
        about += struct.pack("<I", zlib.crc32(data)) + number(0) + number(1)
        about += number(len(name.encode())) + name.encode()
        text += block(2, 0, about, data)
    return text + block(5, 0, number(0))


@bsdtar
@needs.sandbox
@pytest.mark.parametrize("form", ["7z", "tar.zst", "rar"])
@pytest.mark.parametrize("name", ["submit_me.{}", "submit_me.tar", "work"])
def test_7z_rar_and_zst_archives_are_read(tmp_path, form, name):
    data = rar(CODE) if form == "rar" else packed(tmp_path, form)
    one = handed_in(tmp_path, {name.format(form): data})

    assert one.submission.files == CODE and not one.submission.unread


@bsdtar
@needs.sandbox
@pytest.mark.parametrize("form", ["7z", "tar.zst"])
def test_links_in_archives_of_other_forms_are_not_followed(tmp_path, form):
    data = packed(tmp_path, form, {"a": b"x"}, [("src", "/etc"), (base(SCAN), "/etc/passwd")])
    members = read_archive(f"x.{form}", data).members

    assert {one.name: one.kind for one in members if one.kind is Kind.LINK} == {
        "src": Kind.LINK,
        base(SCAN): Kind.LINK,
    }
    assert all(b"root" not in one.data for one in members)


@bsdtar
@needs.sandbox
def test_names_that_lead_out_of_a_rar_archive_are_never_used():
    submission = read_submission("x.rar", rar({**CODE, "../../etc/x": b"x", "/etc/y": b"y"}), LAB)

    assert submission.files == CODE
    assert codes(submission).count("unsafe_name") == 2


@bsdtar
@needs.sandbox
@pytest.mark.parametrize("form", ["7z", "tar.zst"])
def test_a_bomb_of_another_form_is_refused(tmp_path, form):
    data = packed(tmp_path, form, {"a": bytes(40 << 20), **CODE})
    found = read_archive(f"x.{form}", data)

    assert len(data) < 1 << 20
    assert [one.code for one in found.notes] == ["archive_too_large"] and not found.complete


@bsdtar
@needs.sandbox
def test_too_many_members_of_a_rar_archive_are_refused():
    found = read_archive("x.rar", rar({f"{n}": b"x" for n in range(30)}), Caps(members=20))

    assert [one.code for one in found.notes] == ["archive_too_many"]


@bsdtar
@needs.sandbox
def test_an_encrypted_or_damaged_rar_archive_goes_to_a_person():
    for data in (
        rar(CODE, encrypted=True),
        rar(CODE)[:-300],
        rar(CODE).replace(b"extra", b"exTra"),
    ):
        submission = read_submission("x.rar", data, LAB)
        assert set(submission.unread) >= set(PATHS)
        assert "archive_damaged" in codes(submission)


def test_a_machine_without_bsdtar_asks_a_person_and_names_the_package(monkeypatch):
    monkeypatch.setattr(other_archive, "BSDTAR", "no-such-program")
    submission = read_submission("x.rar", rar(CODE), LAB)

    assert WRAPPER in submission.unread
    assert "install the package libarchive-tools" in submission.notes[1].text


def test_files_of_the_class_are_unaffected():
    assert read_submission("submit_me.tar", make_tar(), LAB).files == FILES


def test_the_message_about_missing_files_never_names_the_optional_extension(tmp_path):
    whole = make_tar(CODE)
    cut = whole[: whole.index(base(SCAN).encode()) + 100]
    submission = handed_in(tmp_path, {"submit_me.tar": cut}).submission

    assert submission.files and EXTENSION in submission.unread
    assert submission.unread[SCAN].code == "partly_read"
    assert SCAN in submission.unread[SCAN].text and EXTENSION not in submission.unread[SCAN].text
