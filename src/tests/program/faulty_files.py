"""Files that are not graphs: the content of each file, the wrong line, and what the message must
contain."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

BANNER = "%%MatrixMarket matrix coordinate integer symmetric\n"


@dataclass(frozen=True)
class Faulty:
    name: str
    content: bytes
    line: int | None = None  # None: the message may name any line or no line
    says: str = ""  # a regular expression


def text(name: str, content: str, line: int | None = None, says: str = "") -> Faulty:
    return Faulty(name, content.encode(), line, says)


def banners() -> list[Faulty]:
    entries = "3 3 1\n2 1 5\n"
    wrong = {
        "banner_missing": "",
        "banner_of_another_format": "%%OtherMarket matrix coordinate integer symmetric\n",
        "banner_without_symmetry": "%%MatrixMarket matrix coordinate integer\n",
        "banner_dense": "%%MatrixMarket matrix array integer general\n",
        "banner_complex": "%%MatrixMarket matrix coordinate complex general\n",
        "banner_hermitian": "%%MatrixMarket matrix coordinate complex hermitian\n",
        "banner_vector": "%%MatrixMarket vector coordinate integer general\n",
        "banner_unknown_field": "%%MatrixMarket matrix coordinate color symmetric\n",
        "banner_unknown_symmetry": "%%MatrixMarket matrix coordinate integer round\n",
    }
    return [text(name, banner + entries, 1) for name, banner in wrong.items()]


def headers() -> list[Faulty]:
    wrong = {
        "header_with_two_numbers": "3 3\n",
        "header_with_four_numbers": "3 3 1 1\n",
        "header_with_a_word": "3 three 1\n",
        "header_with_a_fraction": "3 3.5 1\n",
        "header_with_negative_rows": "-3 3 1\n",
        "header_with_negative_entries": "3 3 -1\n",
        "header_with_more_nodes_than_int_can_count": "2147483648 2147483648 1\n",
        "header_with_entries_beyond_64_bits": "3 3 99999999999999999999999\n",
        "header_with_rows_beyond_64_bits": "99999999999999999999999 3 1\n",
    }
    return [
        text(name, BANNER + "% comment\n" + header + "2 1 5\n", 3) for name, header in wrong.items()
    ]


def counts() -> list[Faulty]:
    three = "2 1 5\n3 1 5\n3 2 5\n"
    return [
        text("entries_too_few", BANNER + "3 3 4\n" + three, None, r"\b4\b.*\b3\b|\b3\b.*\b4\b"),
        text("entries_too_many", BANNER + "3 3 2\n" + three, 5),
        text("entries_without_any_weight", BANNER + "3 3 3\n2 1\n3 1\n3 2\n"),
        text("entries_none", BANNER + "3 3 2\n"),
        text("entries_but_none_announced", BANNER + "3 3 0\n2 1 5\n", 3),
        text("nothing_after_banner", BANNER),
        text("nothing_after_comments", BANNER + "% one\n% two\n"),
        text("nothing_at_all", ""),
        text("only_a_line_end", "\n"),
        text("absurd_number_of_entries", BANNER + "1000000 1000000 1000000000000\n2 1 5\n"),
        text("absurd_number_of_entries_that_fits_int", BANNER + "70000 70000 1073741823\n2 1 5\n"),
        text("more_directed_edges_than_int_can_count", BANNER + "70000 70000 1073741824\n2 1 5\n"),
    ]


def nodes() -> list[Faulty]:
    wrong = {
        "row_zero": "0 1 5",
        "column_zero": "3 0 5",
        "row_above_the_last": "4 1 5",
        "column_above_the_last": "1 4 5",
        "row_negative": "-1 2 5",
        "row_beyond_int": "2147483649 1 5",
        "row_beyond_64_bits": "18446744073709551617 1 5",
        "row_fraction": "1.5 2 5",
        "row_word": "one 2 5",
        "column_word": "2 two 5",
        "column_hexadecimal": "2 0x1 5",
        "row_with_a_tail": "2a 1 5",
    }
    return [
        text(name, BANNER + "3 3 3\n2 1 4\n" + entry + "\n3 2 6\n", 4)
        for name, entry in wrong.items()
    ]


def weights() -> list[Faulty]:
    wrong = {
        "weight_missing": ("2 1", ""),
        "column_missing": ("2", ""),
        "fourth_column": ("2 1 5 6", ""),
        "weight_word": ("2 1 heavy", ""),
        "weight_with_a_tail": ("2 1 5kg", ""),
        "weight_comma": ("2 1 5,0", ""),
        "weight_two_signs": ("2 1 --5", ""),
        "weight_nan": ("2 1 nan", ""),
        "weight_infinite": ("2 1 inf", ""),
        "weight_above_int": ("2 1 2147483648", "2147483647"),
        "weight_below_int": ("2 1 -2147483649", "2147483648"),
        "weight_beyond_64_bits": ("2 1 99999999999999999999", ""),
        "weight_beyond_double": ("2 1 1e400", ""),
        "weight_hexadecimal": ("2 1 0x10", ""),
        "weight_fraction": ("2 1 1.5", "integer"),
        "weight_small_fraction": ("2 1 1e-9", "integer"),
        "weight_almost_integer": ("2 1 3.0000000001", "integer"),
    }
    return [
        text(name, banner + "3 3 2\n" + entry + "\n3 2 60000\n", 3, says)
        for banner in (BANNER, BANNER.replace("integer", "real"))
        for name, (entry, says) in prefixed(wrong, banner)
    ]


def prefixed(wrong: dict[str, tuple[str, str]], banner: str) -> list[tuple[str, tuple[str, str]]]:
    return [(f"{banner.split()[3]}_{name}", value) for name, value in wrong.items()]


def pattern() -> list[Faulty]:
    banner = BANNER.replace("integer", "pattern")
    return [text("pattern_with_a_weight", banner + "3 3 2\n2 1\n3 2 6\n", 4)]


def junk() -> list[Faulty]:
    good = (BANNER + "3 3 2\n2 1 5\n3 2 6\n").encode()
    bytes_of_every_value = bytes((i * 167 + i // 256) % 256 for i in range(5000))
    return [
        Faulty("junk", bytes_of_every_value),
        Faulty("elf_program", b"\x7fELF\x02\x01\x01" + bytes_of_every_value),
        Faulty("zero_bytes", bytes(5000)),
        Faulty("zero_byte_in_an_entry", good.replace(b"2 1 5", b"2 1\x005"), 3),
        Faulty("utf8_digits", good.replace(b"2 1 5", "2 1 ５".encode()), 3),
        Faulty("utf16_text", good.decode().encode("utf-16")),
        Faulty("a_line_of_megabytes", good[:-2] + b"6" * 3_000_000 + b"\n", 4),
        Faulty("gzip_truncated", gzip.compress(good * 500, mtime=0)[:-20]),
        Faulty("gzip_broken", gzip.compress(good, mtime=0)[:12] + bytes(30)),
        Faulty("gzip_of_junk", gzip.compress(bytes_of_every_value, mtime=0)),
        Faulty(
            "gzip_of_a_faulty_file", gzip.compress((BANNER + "3 3 1\n0 1 5\n").encode(), mtime=0), 3
        ),
    ]


def all_faulty() -> list[Faulty]:
    return banners() + headers() + counts() + nodes() + weights() + pattern() + junk()
