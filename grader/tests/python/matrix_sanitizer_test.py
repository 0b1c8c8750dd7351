"""matrix_sanitizer.py reads the output of compute-sanitizer. The outputs in the tests are from the
manual of compute-sanitizer and from a run on an H200."""

import pytest

from matrix_sanitizer import Heard, errors_in, first_message

MEMCHECK = """\
========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at check_handshaking_gpu(int *, int *, int)+0x90 in check_handshaking.cu:20
=========     by thread (6,0,0) in block (0,0,0)
=========
========= ERROR SUMMARY: 1 error
"""
RACES = """\
========= COMPUTE-SANITIZER
========= {kind}: Race reported between {first} access at scan(int *)+0xb0 in tile.cu:9
=========     and {second} access at scan(int *)+0x110 in tile.cu:15 [4 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed ({counts})
"""
READ_LATER = RACES.format(kind="Error", first="Write", second="Read", counts="1 error, 0 warnings")
READ_FIRST = RACES.format(
    kind="Warning", first="Read", second="Write", counts="0 errors, 1 warning"
)
SAME_WARP = """\
========= COMPUTE-SANITIZER
========= Warning: (Warp Level Programming) Potential RAW hazard detected at __shared__ 0x400 in block
=========     Write Thread (0,0,0) at scan(int *)+0xcd0 in tile.cu:23
=========     Read Thread (1,0,0) at scan(int *)+0xd20 in tile.cu:26
=========
========= RACECHECK SUMMARY: 1 hazards displayed (703 errors, 6686 warnings)
"""  # noqa: E501  (as the tool writes it)
NO_RACE = """\
========= COMPUTE-SANITIZER
========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)
"""


@pytest.mark.parametrize(
    "text, errors, first",
    [
        (MEMCHECK, 1, "Invalid __global__ read of size 4 bytes (check_handshaking.cu:20)"),
        (READ_LATER, 1, "Error: Race reported between Write access"),
        (READ_FIRST, 1, "Warning: Race reported between Read access"),
        (SAME_WARP, 7389, "Warning: (Warp Level Programming) Potential RAW hazard"),
        (NO_RACE, 0, ""),
    ],
)
def test_the_summary_of_every_tool_is_understood(text, errors, first):
    assert errors_in(text) == errors
    assert first_message(text).startswith(first)
    assert bool(first_message(text)) == bool(first)


def test_the_place_of_a_hazard_is_the_line_of_its_first_access():
    assert first_message(SAME_WARP).endswith("(tile.cu:23)")


def test_the_output_of_a_tool_counts_even_if_the_tool_is_ended_early():
    said = Heard("initcheck", 0, "Uninitialized __global__ memory read of size 4 bytes", True)

    assert said.accuses
    assert not Heard("initcheck", 0, "", True).accuses
