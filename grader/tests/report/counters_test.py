"""Tests of the counters. Most tests replace the check program and the runners by scripts."""

import json
import stat
import sys

import pytest

from stored_results import ROOT, load

TRACE = {
    "src": [0, 0, 1, 2],
    "dst": [1, 2, 0, 0],
    "weight": [5, 3, 5, 3],
    "matches_before": [-1, -1, -1],
    "strongNeighbor": [1, 0, 0],
    "expected": {"matches": [1, 0, -1], "keepEdges": [0, 1, 0, 1]},
}
LINE = {"file": "src/gpu_required/markFilterEdges.cu", "line": 7, "access": "load"}
LINE |= {"memory": "global", "requests": 2, "lanes": 64, "sectors": 8, "ideal_sectors": 8}
KERNEL = {"kernel": "markFilterEdges_gpu", "launches": 1, "threads": 256, "accesses": 4}
KERNEL |= {"accesses_per_thread": {"min": 0, "max": 2}}
PART = {"id": "filter", "verdict": "WRONG", "files": ["src/gpu_required/markFilterEdges.cu"]}

# A runner that stores the requests, answers all of them, and writes counters when it ends.
RUNNER = """
import os, struct
asked = []
with open(3, "rb") as requests, open(4, "wb") as replies:
    while head := requests.read(24):
        magic, version, nonce, kind, length = struct.unpack("<IIQII", head)
        asked.append(requests.read(length).hex())
        {answer}
with open(int(os.environ["CUCC_COUNTERS"].split(":")[1]), "w") as out:
    out.write({counters!r})
with open({folder!r} + "/asked", "w") as out:
    out.write(" ".join(asked))
"""
ANSWER = 'replies.write(struct.pack("<IIQII", magic, version, nonce, 101, 0)); replies.flush()'


def write_program(path, code):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\n{code}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture(name="count")
def give_count(tmp_path, monkeypatch):
    from report import counters

    trace = json.dumps({"passes": [TRACE]})
    check = write_program(
        tmp_path / "check_program",
        f"import sys; open(sys.argv[-1] + '/trace.json', 'w').write({trace!r})",
    )

    def count(part, counted="", answer=ANSWER, limit=None):
        if limit:
            monkeypatch.setattr(counters, "TIME_LIMIT", limit)
        program = tmp_path / "diagnostic" / counters.PROGRAMS[part["id"]]
        settings = {"answer": answer, "counters": counted, "folder": str(tmp_path)}
        write_program(program, RUNNER.format(**settings))
        return counters.count_all(tmp_path, check, [part])["parts"]

    count.folder, count.check = tmp_path, check
    count.asked = lambda: (tmp_path / "asked").read_text().split()
    return count


def ints(text):
    data = bytes.fromhex(text)
    return [int.from_bytes(data[n : n + 4], "little", signed=True) for n in range(0, len(data), 4)]


def test_a_kernel_gets_right_inputs_and_unwritten_outputs(count):
    count(PART)
    launch = [1, 1, 1, 256, 1, 1, 0, 4]
    given = [4, 1, *TRACE["src"], 4, 1, *TRACE["dst"], 3, 1, 1, 0, -1, 4, 0]
    assert [ints(one) for one in count.asked()] == [[*launch, *given, 1, 4]]


def test_the_scan_is_launched_as_the_handout_says(count):
    count({**PART, "id": "scan"})
    launches = [ints(one) for one in count.asked()]
    assert [one[-2:] for one in launches] == [[0, 5], [1, 5], [2, 5], [4, 5]]
    inputs = [one[10:15] for one in launches]
    assert inputs[0][:4] == [0, 1, 0, 1]  # no sum contains the fifth element
    assert inputs[1:] == [[0, 0, 1, 0, 1], [0, 0, 1, 1, 1], [0, 0, 1, 1, 2]]


def test_only_counters_of_the_students_own_files_are_kept(count):
    other = {**LINE, "file": "grader/runner/playback.cu"}
    moved = {**LINE, "file": "/home/me/kit/src/gpu_required/markFilterEdges.cu"}
    counted = "\n".join(json.dumps(one) for one in (KERNEL, other, moved))
    assert count(PART, counted) == {"filter": {"kernels": [KERNEL], "lines": [LINE]}}


@pytest.mark.parametrize("backend", ("cpu", "cuda"))
def test_a_page_shows_counters_whichever_back_end_gave_the_results(count, backend):
    from report import __main__ as report

    count(PART, "\n".join(json.dumps(one) for one in (KERNEL, LINE)))
    results = {**load("wrong_filter"), "backend": backend}
    (count.folder / "results.json").write_text(json.dumps(results))
    page = report.write_report(count.folder, count.check).read_text()
    assert "How the kernels use the GPU" in page


@pytest.mark.parametrize(
    "answer",
    [
        "raise SystemExit(0)",
        "os.kill(os.getpid(), 9)",
        'replies.write(b"OK" * 12); replies.flush()',
    ],
)
def test_a_kernel_that_ends_its_program_is_not_counted(count, answer):
    found = count(PART, json.dumps(KERNEL), answer)
    assert found == {
        "filter": {"why_not": "the part or this run of it failed, or did not end in time"}
    }


def test_an_endless_kernel_is_not_counted(count):
    found = count(PART, json.dumps(KERNEL), "import time; time.sleep(1000)", limit=0.5)
    assert found == {
        "filter": {"why_not": "the part or this run of it failed, or did not end in time"}
    }


@pytest.mark.parametrize(
    "counted",
    [
        "<b>no counters</b>",
        "[1, 2]",
        json.dumps({**LINE, "requests": 0}),
        json.dumps({**LINE, "lanes": "many"}),
        json.dumps({**LINE, "sectors": -1}),
        json.dumps({**LINE, "memory": "mine"}),
        json.dumps({**KERNEL, "accesses_per_thread": 3}),
        json.dumps({**KERNEL, "threads": 1e300}),
        json.dumps({**LINE, "access": 3}),
        json.dumps({**LINE, "same_address": "all"}),
        json.dumps({**KERNEL, "kernel": 2000 * "k"}),
        '{"kernel": "k", "launches": NaN}',
    ],
)
def test_a_line_that_is_not_a_counter_is_not_shown(count, counted):
    assert count(PART, counted) == {"filter": {"why_not": "its counters cannot be read"}}


@pytest.mark.parametrize("many, are_shown", [(1000, True), (1001, False)])
def test_more_counters_than_a_source_can_have_are_not_shown(many, are_shown):
    from report import counters

    text = many * (json.dumps(LINE) + "\n")

    assert ("lines" in counters.read(PART, text.encode())) == are_shown


@pytest.mark.parametrize("verdict", ["NOT_STARTED", "NOT_CHECKED", "NO_BUILD"])
def test_a_part_that_cannot_run_is_left_out(count, verdict):
    assert count({**PART, "verdict": verdict}) == {}


def test_the_runners_of_make_check_give_counters():
    from report import counters

    built = ROOT / "build/check"
    check = ROOT / "build/cpu-release/grader/check_program"
    if not (check.exists() and (built / "diagnostic/run_wrapper").exists()):
        pytest.skip("no runners: `make check` builds them")
    counted = counters.count_all(built, check, load("solved")["parts"])
    parts = counted["parts"]
    assert list(parts) == ["handshaking", "filter", "scan", "extra"]
    assert all(one["lines"] and one["kernels"] for one in parts.values())
    stores = [one["lanes"] for one in parts["filter"]["lines"] if one["access"] == "store"]
    assert sum(stores) == counted["graph"]["numEdges"]  # every element is stored once
