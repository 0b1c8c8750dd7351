"""Tests which files are read from honest, odd, malformed and hostile archives."""

import bz2
import gzip
import lzma
import random
import re
import tarfile
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from handshake_grader.intake.archive import Caps, Kind, read_archive
from handshake_grader.intake.submission import read_submission
from matching import FILTER, HANDSHAKING, LAB, PATHS, SCAN, WRAPPER
from pack import FILES, make_tar, make_zip, special


def codes(result) -> list[str]:
    return [note.code for note in result.notes]


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_every_tar_format_is_read(form):
    submission = read_submission("submit_me.tar", make_tar(form=form), LAB)

    assert submission.files == FILES
    assert codes(submission) == []


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT])
def test_long_folder_names_are_read(form):
    prefix = "/".join(["a_folder_with_a_long_name"] * 6)

    submission = read_submission(
        "a.tar", make_tar({f"{prefix}/{p}": d for p, d in FILES.items()}, form), LAB
    )

    assert submission.files == FILES


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_compressed_tar_is_read_and_reported(pack):
    submission = read_submission("submit_me.tar", pack(make_tar()), LAB)

    assert submission.files == FILES
    assert codes(submission) == ["archive_other_format"]


def test_a_zip_file_whose_name_ends_in_tar_is_read_and_reported():
    submission = read_submission("submit_me.tar", make_zip(), LAB)

    assert submission.files == FILES
    assert codes(submission) == ["archive_other_format"]


def test_a_tar_in_a_zip_is_read():
    submission = read_submission("work.zip", make_zip({"stuff/submit_me.tar": make_tar()}), LAB)

    assert submission.files == FILES
    assert codes(submission) == ["archive_in_archive"]


def test_the_depth_of_nested_archives_is_limited():
    data = make_tar()
    for _ in range(5):
        data = make_tar({"inner.tar": data})

    submission = read_submission("submit_me.tar", data, LAB)

    assert submission.files == {}
    assert "archive_nested_too_deep" in codes(submission)


# These bytes are part of a test name, and all workers of pytest must use the same test names. So
# the gzip header contains no time.
HALF_A_GZIP = gzip.compress(random.Random(2).randbytes(2000), mtime=0)[:900]


@pytest.mark.parametrize(
    "name, data, code",
    [
        ("empty", b"", "file_empty"),
        ("text", b"int main() {}\n" * 100, "not_an_archive"),
        ("random", random.Random(1).randbytes(5000), "not_an_archive"),
        ("pdf", b"%PDF-1.4" + b"x" * 2000, "not_an_archive"),
        ("half a gzip", HALF_A_GZIP, "not_an_archive"),
        ("broken gzip", b"\x1f\x8b\x08" + b"\xff" * 900, "archive_damaged"),
        ("broken zip", b"PK\x03\x04" + b"\xff" * 900, "archive_damaged"),
    ],
)
def test_a_file_that_is_not_an_archive_is_reported(name, data, code):
    submission = read_submission(name, data, LAB)

    assert submission.files == {}
    assert code in codes(submission)


def test_a_truncated_tar_gives_the_files_that_are_complete():
    data = make_tar()

    submission = read_submission("submit_me.tar", data[:2200], LAB)

    assert set(submission.files) == {WRAPPER, HANDSHAKING}
    assert "archive_cut_short" in codes(submission)


def test_a_wrong_checksum_ends_the_reading():
    data = bytearray(make_tar())
    data[1024 + 5] ^= 1

    submission = read_submission("submit_me.tar", bytes(data), LAB)

    assert set(submission.files) == {WRAPPER}
    assert "archive_damaged" in codes(submission)


@pytest.mark.parametrize("name", ["../../x", "/etc/cron.d/x", "src/../../x", "..", "\\windows\\x"])
def test_a_name_that_leads_out_of_the_folder_is_ignored_and_reported(name):
    submission = read_submission("submit_me.tar", make_tar({**FILES, name: b"x"}), LAB)

    assert submission.files == FILES
    assert codes(submission) == ["unsafe_name"]


@pytest.mark.parametrize(
    "kind, target",
    [
        (tarfile.SYMTYPE, "/etc/passwd"),
        (tarfile.LNKTYPE, WRAPPER),
        (tarfile.FIFOTYPE, ""),
        (tarfile.CHRTYPE, ""),
    ],
)
def test_links_and_devices_are_never_taken_for_files(kind, target):
    files = {path: data for path, data in FILES.items() if path != FILTER}

    submission = read_submission(
        "submit_me.tar", make_tar(files, extra=[special(FILTER, kind, target)]), LAB
    )

    assert submission.files == files
    assert codes(submission) == ["not_a_file"]


def test_as_in_tar_the_last_copy_of_a_file_counts():
    info = tarfile.TarInfo(FILTER)

    submission = read_submission("submit_me.tar", make_tar(extra=[(info, b"// second\n")]), LAB)

    assert submission.files[FILTER] == b"// second\n"
    assert codes(submission) == ["file_twice"]


def test_a_link_beside_a_file_of_the_same_name_is_reported():
    submission = read_submission(
        "a.tar", make_tar(extra=[special(FILTER, tarfile.SYMTYPE, "/etc/passwd")]), LAB
    )

    assert submission.files[FILTER] == FILES[FILTER]
    assert codes(submission) == ["not_a_file"]


def test_a_folder_around_the_files_is_allowed():
    submission = read_submission(
        "submit_me.tar", make_tar({f"./project/{p}": d for p, d in FILES.items()}), LAB
    )

    assert submission.files == FILES
    assert codes(submission) == []


def test_files_without_their_folders_are_found_and_reported():
    files = {path.rsplit("/", 1)[1]: data for path, data in FILES.items()}

    submission = read_submission("submit_me.tar", make_tar(files), LAB)

    assert submission.files == FILES
    assert codes(submission) == ["file_moved"] * 5


def test_a_person_must_decide_between_two_different_copies_of_a_file():
    files = {**{p: d for p, d in FILES.items() if p != SCAN}, f"a/{SCAN}": b"1", f"b/{SCAN}": b"2"}

    submission = read_submission("submit_me.tar", make_tar(files), LAB)

    assert SCAN not in submission.files
    assert [(path, one.code) for path, one in submission.unread.items()] == [
        (SCAN, "file_ambiguous")
    ]


def test_a_file_in_the_right_place_wins_over_a_copy_elsewhere():
    submission = read_submission("submit_me.tar", make_tar({f"old/{SCAN}": b"old", **FILES}), LAB)

    assert submission.files == FILES
    assert codes(submission) == ["files_ignored"]
    assert not submission.unread


def test_files_outside_of_the_list_are_ignored_and_reported():
    files = {
        **FILES,
        "Makefile": b"all:",
        "src/main.cu": b"x",
        "libcudart.so": b"\x7fELF",
        "src/._extra.cu": b"x",
    }

    submission = read_submission("submit_me.tar", make_tar(files), LAB)

    assert submission.files == FILES
    assert [n.text for n in submission.notes if n.code == "files_ignored"][0].endswith(
        "Makefile, libcudart.so, src/main.cu."
    )


def test_missing_files_are_named():
    submission = read_submission("submit_me.tar", make_tar({SCAN: b"x"}), LAB)

    assert submission.files == {SCAN: b"x"}
    assert codes(submission) == ["file_missing"] * 4


@pytest.mark.parametrize(
    "data, code",
    [
        (b"\x7fELF\0\0", "source_not_text"),
        (b"x" * 300_000, "source_too_large"),
        ("a".encode("utf-16"), "source_was_utf16"),
    ],
)
def test_sources_must_be_text_of_a_sensible_size(data, code):
    submission = read_submission("submit_me.tar", make_tar({**FILES, SCAN: data}), LAB)

    assert codes(submission) == [code]


def test_lines_end_where_the_compiler_ends_them():
    """The compiler takes a carriage return alone for the end of a line, also after a comment."""
    given = {SCAN: b"// one\rint two;\r\n\r// three", FILTER: "\ufeff// a\rb".encode("utf-16")}

    files = read_submission("submit_me.tar", make_tar({**FILES, **given}), LAB).files

    assert files[SCAN] == b"// one\nint two;\r\n\n// three"
    assert files[FILTER].endswith(b"// a\nb")


def test_zip_bombs_are_not_unpacked():
    zeros = bytes(200 << 20)
    started = time.process_time()

    for bomb in (gzip.compress(zeros, 1), make_zip({"a": zeros})):
        submission = read_submission("submit_me.tar", bomb, LAB)
        assert submission.files == {}
        assert "archive_too_large" in codes(submission)

    assert time.process_time() - started < 60


def test_many_small_zip_bombs_share_one_limit():
    bomb = gzip.compress(bytes(20 << 20), 9)

    submission = read_submission("a.tar", make_tar({f"{i}.tar.gz": bomb for i in range(100)}), LAB)

    assert submission.files == {}
    assert {"archive_too_large", "not_an_archive", "archive_cut_short"} & set(codes(submission))


def test_the_number_of_entries_is_limited():
    one = make_tar({"a": b""})[:512]

    submission = read_submission("submit_me.tar", one * 16000, LAB)

    assert "archive_too_many" in codes(submission)


def test_a_size_larger_than_the_file_is_not_believed():
    data = bytearray(make_tar({SCAN: b"x"}))
    data[124:136] = b"77777777777\0"
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])

    assert "archive_cut_short" in codes(read_submission("submit_me.tar", bytes(data), LAB))


def test_the_digest_does_not_depend_on_how_the_files_are_packed():
    assert (
        read_submission("a.tar", make_tar(), LAB).digest
        == read_submission("b.zip", make_zip(), LAB).digest
    )


def test_folders_and_links_are_recognized():
    archive = read_archive(
        "a.tar",
        make_tar({}, extra=[special("d", tarfile.DIRTYPE), special("l", tarfile.SYMTYPE, "x")]),
    )

    assert [member.kind for member in archive.members] == [Kind.FOLDER, Kind.LINK]


ODD_NAMES = st.text(max_size=40) | st.sampled_from(
    [*PATHS, "../" + SCAN, "/" + SCAN, "./" + SCAN, "a\0b", "src\\x.cu"]
)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(
        ODD_NAMES.filter(lambda n: n and not n.endswith("/") and "\0" not in n),
        st.binary(max_size=600),
        max_size=8,
    )
)
@example({SCAN: b"\r"})
def test_any_tar_gives_only_files_of_the_assignment_with_their_content(files):
    try:
        data = make_tar(files, tarfile.PAX_FORMAT)
    except UnicodeEncodeError:
        return

    submission = read_submission("submit_me.tar", data, LAB)

    assert set(submission.files) <= set(PATHS)
    given_texts = [
        re.sub(rb"\r(?!\n)", b"\n", data.removeprefix(b"\xef\xbb\xbf")) for data in files.values()
    ]
    in_utf_16 = any(data[:1] in b"\xff\xfe" for data in files.values())
    assert in_utf_16 or all(text in given_texts for text in submission.files.values())


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_damaged_archive_never_raises(data):
    original = data.draw(
        st.sampled_from(
            [make_tar(), make_tar(form=tarfile.PAX_FORMAT), make_zip(), gzip.compress(make_tar())]
        )
    )
    damaged = bytearray(original)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(damaged)))

    submission = read_submission("submit_me.tar", bytes(damaged[:cut]), LAB, Caps())

    assert set(submission.files) <= set(PATHS)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=3000))
def test_arbitrary_bytes_never_raise(data):
    assert set(read_submission("x", data, LAB).files) <= set(PATHS)
