"""Whatever the names and contents of a student's files are, they change nothing for other
students."""

import bz2
import gzip
import lzma
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handshake_grader import cli
from handshake_grader.errors import UsageError
from handshake_grader.intake import archive, file_tree
from handshake_grader.intake.archive import Caps, read_archive
from handshake_grader.intake.class_folder import read_class
from handshake_grader.intake.layouts import LAYOUTS
from handshake_grader.intake.submission import read_submission
from intake_test import (
    CANVAS,
    GRADESCOPE,
    MOODLE,
    NEW_YORK,
    PLAIN,
    SAKAI,
    TAR,
    as_zip,
    write,
)
from matching import LAB, PATHS
from pack import FILES, make_tar, make_zip

# For each site: a download, the start of the file names of one student, and the student's ID. The
# site chooses the start of a file name; the student chooses the rest.
WHERE = {
    "sakai": (SAKAI, "Project 3/Cole, Jr., Di(cd456)/Submission attachment(s)/", "cd456"),
    "canvas": (CANVAS, "colejrdi_LATE_102_9010_", "102"),
    "gradescope": (GRADESCOPE, "assignment_1_export/submission_12/", "di@example.edu"),
    "moodle": (MOODLE, "Di Cole_56_assignsubmission_file_/", "56"),
    "plain": (PLAIN, "cd456/", "cd456"),
    "sakai without folders": (
        {
            name.replace("/Submission attachment(s)/", "_Submission attachment(s)_"): data
            for name, data in SAKAI.items()
            if "timestamp.txt" not in name and "_submissionText" not in name
        },
        "Project 3/Cole, Jr., Di(cd456)_Submission attachment(s)_",
        "cd456",
    ),
    "moodle without folders": (
        {name.replace("file_/", "file_"): data for name, data in MOODLE.items()},
        "Di Cole_56_assignsubmission_file_",
        "56",
    ),
}
WHERE["blackboard"] = (
    {f"P_3_{who}_attempt_2026-12-10-23-59-58_submit_me.tar": TAR for who in ("ab1", "cd456", "ef")},
    "P_3_cd456_attempt_2026-12-10-23-59-58_",
    "cd456",
)
WHERE["brightspace"] = (
    {f"4{n}-77 - A{n} B - Dec 10, 2026 1159 PM/submit_me.tar": TAR for n in range(3)},
    "42-77 - A2 B - Dec 10, 2026 1159 PM/",
    "42",
)
WHERE["github"] = (
    {f"p3-gh{n}/submit_me.tar": TAR for n in range(3)}
    | {
        "grades.csv": "github_username,roster_identifier,student_repository_name\n"
        + "".join(f"gh{n},s{n},p3-gh{n}\n" for n in range(3))
    },
    "p3-gh2/",
    "s2",
)
WITHOUT_FOLDERS = ("blackboard", "canvas", "sakai without folders", "moodle without folders")
METADATA = "---\nsubmission_1:\n  :submitters:\n  - :name: Eve\n    :sid: '101'\n"
NAMES = {
    "submission_metadata.yml": METADATA,
    "x/submission_metadata.yml": METADATA,
    "grades.csv": '"Display ID","ID","Last Name","First Name"\n"eve","1","Eve","Eve"\n',
    "timestamp.txt": "20000101000000000",
    "Ames, Bo(ab123)/Submission attachment(s)/submit_me.tar": make_tar({}),
    "Ames, Bo(ab123)/timestamp.txt": "20000101000000000",
    "Bo Ames_55_assignsubmission_file_/submit_me.tar": make_tar({}),
    "Bo Ames_55_assignsubmission_file_submit_me.tar": make_tar({}),
    "amesbo_101_9999_submit_me.tar": make_tar({}),
    "submission_11/submit_me.tar": make_tar({}),
    "ab123/submit_me.tar": make_tar({}),
    "ab123.tar.d/x": "x",
    "P_3_ab1_attempt_2026-12-10-23-59-58_submit_me.tar": make_tar({}),
    "40-77 - A0 B - Dec 10, 2026 1159 PM/submit_me.tar": make_tar({}),
    "p3-gh0/submit_me.tar": make_tar({}),
}


def seen(path):
    """The layout, all that is known about each student, and the number of earlier attempts."""
    intake = read_class(path, NEW_YORK, LAB)
    counted = {
        one.student.id: (one.student, one.handed_in, one.submission.files, one.label)
        for one in intake.counted
    }
    return intake.layout, counted, len(intake.earlier)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("layout", WHERE)
@pytest.mark.parametrize("packed", [False, True])
def test_an_attachment_changes_nothing_for_other_students(tmp_path, layout, name, packed):
    files, place, student = WHERE[layout]
    if layout in WITHOUT_FOLDERS:
        name = name.replace("/", "_")  # this site puts no folders into a download
    before = write(tmp_path / "before", files)
    after = write(tmp_path / "after", {**files, place + name: NAMES.get(name, "x")})
    if packed:
        before, after = as_zip(before, tmp_path / "1.zip"), as_zip(after, tmp_path / "2.zip")

    was, now = seen(before), seen(after)

    assert (now[0], set(now[1])) == (was[0], set(was[1]))
    others = set(was[1]) - {student}
    assert {one: now[1][one] for one in others} == {one: was[1][one] for one in others}


@pytest.mark.parametrize("layout", WHERE)
def test_files_that_macos_adds_next_to_the_download_change_nothing(tmp_path, layout):
    files = {**WHERE[layout][0], "__MACOSX/._x": "x", ".DS_Store": "x"}

    assert (
        seen(write(tmp_path / "b", files))[:2] == seen(write(tmp_path / "a", WHERE[layout][0]))[:2]
    )


def test_if_a_download_fits_two_layouts_the_message_names_the_flag_for_the_layout(tmp_path):
    path = write(tmp_path, {**MOODLE, "amesbo_101_9001_submit_me.tar": TAR})

    with pytest.raises(UsageError, match="--layout moodle or --layout canvas"):
        read_class(path, NEW_YORK, LAB)
    assert [one.student.id for one in read_class(path, NEW_YORK, LAB, layout="canvas").counted] == [
        "101"
    ]


@pytest.mark.parametrize(
    "text, said",
    [
        ("[" * 100_000 + "]" * 100_000, "nested"),
        ("a: &a [x]\nb: *a\n", "refers to itself"),
        ("\x00", "download it again"),
        ("- x\n", "does not list submissions"),
        ("submission_1:\n  :created_at: " + "1:" * 500_000 + "1\n", None),
        ("submission_1:\n  :submitters: {x: 1}\n", None),
        ("submission_1:\n  :submitters: [x, [y], ':email']\n", None),
    ],
)
def test_metadata_that_no_site_writes_is_read_or_refused_with_a_message(tmp_path, text, said):
    files = {**GRADESCOPE, "assignment_1_export/submission_metadata.yml": text}
    path = write(tmp_path, files)

    if said is None:
        assert len(read_class(path, NEW_YORK, LAB).counted) == 1
    else:
        with pytest.raises(UsageError, match=said):
            read_class(path, NEW_YORK, LAB)


def test_a_roster_with_an_endless_cell_is_refused_with_a_message(tmp_path):
    path = write(tmp_path, {**SAKAI, "Project 3/grades.csv": '"' + "x" * 1_000_000})

    with pytest.raises(UsageError, match=r"grades\.csv"):
        read_class(path, NEW_YORK, LAB)


def test_a_file_that_cannot_be_read_affects_only_its_student(tmp_path, monkeypatch):
    path = as_zip(write(tmp_path / "in", PLAIN), tmp_path / "in.zip")
    data = bytearray(path.read_bytes())
    at = data.find(b"ab123/submit_me.tar") + 200
    data[at] ^= 0xFF  # the checksum of this member no longer fits
    path.write_bytes(data)

    counted = {one.student.id: one.submission for one in read_class(path, NEW_YORK, LAB).counted}

    assert set(PATHS) <= set(counted["ab123"].unread) and counted["cd456"].files == FILES
    assert [one.code for one in counted["ab123"].notes] == ["submission_unread"]


def test_an_exception_in_the_archive_reader_affects_only_one_student(tmp_path, monkeypatch):
    real = archive.read_archive

    def fails(name, data, caps):
        if b"recursion" in data:
            raise RecursionError("too deep")
        return real(name, data, caps)

    monkeypatch.setattr("handshake_grader.intake.class_folder.read_archive", fails)
    path = write(tmp_path, {**PLAIN, "ab123/submit_me.tar": b"recursion"})

    counted = {one.student.id: one.submission for one in read_class(path, NEW_YORK, LAB).counted}

    assert "too deep" in counted["ab123"].notes[0].text
    assert counted["cd456"].files == FILES


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04" + b"\xff" * 90, b"PK\x05\x06" + b"\xff" * 18]
)
def test_a_download_that_is_not_an_archive_is_refused_with_a_message(tmp_path, content):
    (tmp_path / "x.zip").write_bytes(content)

    with pytest.raises(UsageError):
        read_class(tmp_path / "x.zip", NEW_YORK, LAB)


# ---- archives


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize("padding", [b"", b"\0" * 512])
def test_all_streams_of_a_compressed_file_are_read(pack, padding):
    """Several streams, as pigz, pbzip2 and `cat a.gz b.gz` write them."""
    data = make_tar()
    packed = b"".join(pack(data[at : at + 700]) for at in range(0, len(data), 700)) + padding

    assert read_submission("submit_me.tar.gz", packed, LAB).files == FILES


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_other_bytes_after_the_streams_of_a_compressed_file_are_reported(pack):
    found = read_archive("submit_me.tar.gz", pack(make_tar()) + b"garbage")

    assert [one.code for one in found.notes] == ["archive_damaged"]


def test_a_zip_member_without_a_name_is_skipped():
    data = make_zip({"x" * 7: b"y"} | FILES).replace(b"x" * 7, b"\0" * 7)
    nameless = make_zip(FILES)
    with_empty = _with_empty_name(nameless)

    assert read_submission("a.zip", data, LAB).files == FILES
    assert read_submission("a.zip", with_empty, LAB).files == FILES


def _with_empty_name(data: bytes) -> bytes:
    """Adds an empty, uncompressed member without a name, right before the central directory."""
    directory = data.find(b"PK\x01\x02")
    local = b"PK\x03\x04" + struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, 0, 0, 0, 0, 0)
    entry = b"PK\x01\x02" + struct.pack(
        "<HHHHHHIIIHHHHHII", 20, 20, 0, 0, 0, 33, 0, 0, 0, 0, 0, 0, 0, 0, 0, directory
    )
    end = data.find(b"PK\x05\x06")
    count, _, size = struct.unpack("<HHI", data[end + 8 : end + 16])
    tail = struct.pack(
        "<HHHHIIH",
        0,
        0,
        count + 1,
        count + 1,
        size + len(entry),
        directory + len(local),
        0,
    )
    return data[:directory] + local + entry + data[directory:end] + b"PK\x05\x06" + tail


def test_a_zip_whose_compression_needs_too_much_memory_is_refused_with_a_message():
    data = make_zip(FILES, zipfile.ZIP_LZMA)
    at = data.find(b"\x09\x04\x05\x00")  # the version of LZMA, and the size of its properties
    assert at > 0
    hungry = data[: at + 5] + b"\xff\xff\xff\xff" + data[at + 9 :]  # the dictionary size

    found = read_archive("a.zip", hungry)

    assert [one.code for one in found.notes] == ["archive_damaged"]


def test_a_zip_of_a_hundred_thousand_entries_is_refused_before_python_lists_them(monkeypatch):
    monkeypatch.setattr(archive.zipfile, "ZipFile", None)  # a call would fail

    found = read_archive("a.zip", b"PK\x03\x04" + (b"PK\x01\x02" + b"\0" * 42) * 100_000)

    assert [one.code for one in found.notes] == ["archive_too_many"]


def test_the_bytes_of_many_streams_are_not_read_again_for_each_stream():
    """Counts the bytes that decompressors get. Bytes that are read again count again."""
    given_bytes = 0

    class Counting:
        def __init__(self):
            self._real = gzip.zlib.decompressobj(wbits=31)

        def decompress(self, data, most):
            nonlocal given_bytes
            given_bytes += len(data)
            return self._real.decompress(data, most)

        def __getattr__(self, name):
            return getattr(self._real, name)

    packed = gzip.compress(b"x") * 400_000  # 8 MB
    original = archive._DECOMPRESSORS["gzip"]
    archive._DECOMPRESSORS["gzip"] = Counting
    try:
        found = read_archive("a.tar.gz", packed[: 8 << 20])
    finally:
        archive._DECOMPRESSORS["gzip"] = original

    assert [one.code for one in found.notes] == ["archive_too_many"]
    assert given_bytes < 20 * len(packed)


def test_at_most_one_byte_more_than_requested_is_unpacked(tmp_path, monkeypatch):
    path = as_zip(write(tmp_path / "in", {"a/x": b"\0" * (40 << 20)}), tmp_path / "in.zip")
    asked = []
    real = zipfile.ZipExtFile.read

    def read(self, most=-1):
        asked.append(most)
        return real(self, most)

    monkeypatch.setattr(zipfile.ZipExtFile, "read", read)

    assert len(file_tree.open_tree(path).read("a/x", 1024)) == 1025
    assert asked == [1025]


SEEDS = [
    make_tar(),
    make_zip(),
    make_zip(FILES, zipfile.ZIP_LZMA),
    make_zip(FILES, zipfile.ZIP_BZIP2),
    gzip.compress(make_tar()),
    bz2.compress(make_tar()),
    lzma.compress(make_tar()),
    make_zip({"a.tar": gzip.compress(make_tar())}),
    _with_empty_name(make_zip()),
]


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 1 << 16), st.binary(max_size=6)), max_size=8),
    st.integers(0, 1 << 16),
)
def test_no_archive_makes_the_reader_fail(data, changes, cut):
    damaged = bytearray(data)
    for at, piece in changes:
        at %= len(damaged)
        damaged[at : at + len(piece)] = piece
    damaged = bytes(damaged[: max(1, cut % (2 * len(damaged)))])

    submission = read_submission("submit_me.tar", damaged, LAB, Caps(unpacked_bytes=1 << 20))

    assert submission.files or submission.notes or not damaged


def test_the_flag_for_the_layout_accepts_every_layout():
    assert set(cli.LAYOUT_NAMES) == set(LAYOUTS)
