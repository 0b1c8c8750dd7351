"""If the results of the check program are broken, the report program prints one line that says
what is wrong with them."""

import json
import os
import subprocess
import sys

import pytest

from stored_results import DATA, ROOT

WHOLE = (DATA / "no_build.json").read_bytes()


def changed(change) -> bytes:
    results = json.loads(WHOLE)
    change(results)
    return json.dumps(results).encode()


BROKEN = {
    "not_utf8": (WHOLE.replace(b"OK", b"\xff\xfe", 1), "is not UTF-8"),
    "half": (WHOLE[: len(WHOLE) // 2], "not JSON"),
    "empty": (b"", "not JSON"),
    "deep": (b"[" * 100000, "too deeply nested"),
    "a_list": (b"[]", "format"),
    "of_another_version": (changed(lambda results: results.update(version=2)), "format"),
    "without_parts": (changed(lambda results: results.pop("parts")), "'parts' is missing"),
    "without_graph": (
        changed(lambda results: results.pop("failing_graph")),
        "'failing_graph' is missing",
    ),
    "numbers_for_lists": (
        changed(lambda results: results["parts"][0].update(failures=7)),
        "do not fit together",
    ),
    "missing": (None, "No such file"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_gives_a_message_of_one_line(tmp_path, name):
    data, said = BROKEN[name]
    if data is not None:
        (tmp_path / "results.json").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "report", "check", tmp_path, "no_program"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "grader")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 70
    assert done.stderr.count("\n") == 1 and len(done.stderr) < 300
    assert done.stderr.startswith("report: ") and said in done.stderr
    assert str(tmp_path) in done.stderr
