"""A run of the program `match` on a secret graph. A script takes the place of `match`."""

from pathlib import Path

import needs
from handshake_grader.examine import secret_runs
from handshake_grader.examine.secret_runs import SecretCase, run_case
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import Verdict
from sample_class import small_settings

pytestmark = needs.sandbox


def verdict_of(tmp_path: Path, script: str) -> Verdict:
    program, graph = tmp_path / "program", tmp_path / "graph.mtx"
    program.write_text(f"#!/bin/bash\n{script}\n")
    program.chmod(0o755)
    graph.write_text("")
    case = SecretCase("two nodes", graph, 2, [1, 0], 1, "forward", 20.0, 0.0)
    return run_case(program, (), parse_settings(small_settings(), "small"), case).verdict


def test_a_line_of_debugging_output_for_every_edge_is_not_a_mistake(tmp_path):
    prints = 'for ((i = 0; i < 30000; i++)); do echo "edge $i: weight 997645901"; done'

    assert verdict_of(tmp_path, f"{prints}\nprintf '1\\n0\\n' >out.txt") is Verdict.OK


def test_a_run_with_endless_output_gets_the_verdict_slow(tmp_path):
    assert verdict_of(tmp_path, 'while :; do echo "edge: weight 997645901"; done') is Verdict.SLOW


def test_the_output_limit_allows_a_line_per_node_of_the_largest_graph_in_every_pass(monkeypatch):
    most = []
    monkeypatch.setattr(secret_runs, "run", lambda *_, limits, **__: most.append(limits))
    case = SecretCase("large", Path("graph.mtx"), 139000, [], 1, "forward", 20.0, 0.0)

    secret_runs.run_limited([], {}, parse_settings(small_settings(), "small"), case)

    line = "node 139000: strongest neighbor 139000, weight 20\n"
    assert most[0].output_bytes > 6 * 139000 * len(line)
