"""The secret graphs of one student, the runs of match on them, and the result of each run."""

from __future__ import annotations

import signal as signals
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..errors import GraderError
from ..kit.build import INPUT_FOLDER
from ..messages import sentence
from ..sandbox.guarded_process import MEBIBYTE, LimitHit, Limits, Result
from ..sandbox.sandbox import SINGLE, run
from ..secret.graph_recipes import Graph, make_graph, parse_output, parse_recipe, right_matching
from ..settings.settings import Settings
from ..verdict import Evidence, Verdict
from .bench import Bench

GRAPH, OUTPUT = f"{INPUT_FOLDER}/graph.mtx", "out.txt"  # in the sandbox
EDGES = ".edges"  # next to each graph: the file that the broker reads
SCHEDULES = ("forward", "reverse", "shuffle")
MOST_PRINTED = 400
# Bytes of debugging output that a run may write: a fixed number, plus a number for each node.
# Forgotten debugging output is not a mistake, even with a line per node or edge in every pass.
MOST_DEBUGGING, DEBUGGING_OF_NODE = 16 * MEBIBYTE, 6 * 64
KERNEL_FAULT = 5  # exit code of match if the results of the kernels cannot be right
MARGIN = "1M"  # accessible bytes on both sides of each array
WALL_FACTOR = 6  # wall limit / CPU limit: a run that waits for a processor is not slow


@dataclass(frozen=True)
class SecretCase:
    """One graph, with the number of threads and the order in which they run."""

    name: str
    graph_file: Path
    num_nodes: int
    expected: list[int]
    threads: int
    schedule: str
    limit_s: float  # of CPU time
    reference_s: float


@dataclass(frozen=True)
class SecretGraph:
    """A graph that put_graph has written to files, and its only right matching."""

    file: Path
    num_nodes: int
    expected: list[int]

    def case(
        self, name: str, threads: int, schedule: str, limit_s: float, reference_s: float
    ) -> SecretCase:
        about = self.file, self.num_nodes, self.expected
        return SecretCase(name, *about, threads, schedule, limit_s, reference_s)


def put_graph(graph: Graph, file: Path) -> SecretGraph:
    """Writes the file that `match` reads, and next to it the file that the broker reads."""
    file.write_bytes(graph.to_mtx())
    file.with_suffix(EDGES).write_bytes(graph.to_edge_list())
    return SecretGraph(file, graph.num_nodes, right_matching(graph))


@dataclass(frozen=True)
class RunOutcome:
    verdict: Verdict
    summary: str
    evidence: tuple[Evidence, ...]
    result: Result
    # Only for runs with a broker between host code and device:
    is_forged: bool = False  # the result is right, but the device has not computed it
    left: int = 0  # arrays that were never freed
    is_leak: bool = False  # the only fault: arrays that were never freed


Runner = Callable[[SecretCase], RunOutcome]


class SecretCases:
    """Our solution runs on each graph first. Its answer must equal the oracle's: this proves that
    the graph, the oracle and the machine are in order. The time limit for the submission depends on
    the time of this run."""

    def __init__(self, bench: Bench):
        self._bench, self._settings = bench, bench.settings
        self._cases: dict[tuple[tuple[str, ...], bool], list[SecretCase]] = {}
        self._graphs: dict[int, SecretGraph] = {}

    def with_flags(
        self, flags: tuple[str, ...], has_host_code: bool, ours: Runner
    ) -> list[SecretCase]:
        """`ours` runs our solution in the same way as the submission will run."""
        key = (flags, has_host_code)
        if key not in self._cases:
            recipes = enumerate(self._settings.secret.graphs)
            self._cases[key] = [case for at, one in recipes for case in self._make(at, one, ours)]
        return self._cases[key]

    def _make(self, number: int, recipe: str, ours: Runner) -> list[SecretCase]:
        seed = self._bench.seeds.seed(self._bench.student, f"graph {number}: {recipe}")
        parsed = parse_recipe(recipe)
        all_threads = [parsed.threads] if parsed.threads else self._settings.secret.threads
        if number not in self._graphs:
            file = self._bench.folder / f"graph{number}.mtx"
            self._graphs[number] = put_graph(make_graph(parsed, seed), file)
        graph = self._graphs[number]
        reference_s = self._control(graph, ours, max(all_threads))
        limit_s = max(self._settings.limits.floor_s, self._settings.limits.factor * reference_s)
        cases = []
        for at, threads in enumerate(all_threads):
            order = SCHEDULES[(seed + at) % len(SCHEDULES)]
            schedule = f"shuffle:{(seed >> 8) % 1000 + at}" if order == "shuffle" else order
            said = f"{threads} thread" if threads == 1 else f"{threads} threads"
            place = {"number": number + 1, "recipe": recipe, "threads": said}
            name = sentence("secret_case", **place, order=schedule)
            cases.append(graph.case(name, threads, schedule, limit_s, reference_s))
        return cases

    def _control(self, graph: SecretGraph, ours: Runner, threads: int) -> float:
        """The CPU time of our solution. On the CPU, more threads are never faster."""
        outcome = ours(graph.case("control", threads, "forward", 120.0, 0.0))
        if outcome.verdict is not Verdict.OK:
            raise GraderError(
                "our own solution fails on a secret graph: "
                f"{outcome.verdict.value} {outcome.summary}"
            )
        self._bench.kernels_s += outcome.result.wall_s
        return outcome.result.cpu_s


def run_case(
    program: Path, flags: tuple[str, ...], settings: Settings, case: SecretCase
) -> RunOutcome:
    command = " ".join([*SINGLE, "/program", *arguments(case, flags)])
    script = f"{command} >&2; code=$?; cat out.txt 2>/dev/null; exit $code"
    words = ["/bin/sh", "-c", script]
    result = run_limited(words, {"/program": program}, settings, case)
    return judge(result, case, settings, parse_output)


def arguments(case: SecretCase, flags: tuple[str, ...]) -> list[str]:
    return ["-input", GRAPH, "-output", OUTPUT, "-threads", str(case.threads), *flags]


def run_limited(
    command: list[str],
    files: dict[str, Path],
    settings: Settings,
    case: SecretCase,
) -> Result:
    """Runs the command in the sandbox, with the graph of the case."""
    return run(
        command,
        {GRAPH: case.graph_file, **files},
        limits=Limits(
            cpu_s=case.limit_s,
            wall_s=WALL_FACTOR * case.limit_s,
            memory_bytes=settings.limits.memory_mib * MEBIBYTE,
            output_bytes=(12 + DEBUGGING_OF_NODE) * case.num_nodes + MOST_DEBUGGING,
        ),
        environment={
            "CUCC_SCHEDULE": case.schedule,
            "CUCC_CPU_THREADS": "1",
            # Otherwise, a thread that works on one element too many would be stopped on those
            # graphs whose arrays fill whole pages, and only there.
            "CUCC_MARGIN": MARGIN,
            "CUCC_FORGIVE_BARRIERS": "1",
        },
    )


def judge(
    result: Result,
    case: SecretCase,
    settings: Settings,
    parse: Callable[[bytes, int], list[int] | str],
) -> RunOutcome:
    """Judges one run. `parse` reads the partners from the output, or says what is wrong with the
    output. A submission chooses its exit code, its signal and the length of its output. No summary
    may contain them, because they could tell the student about the secret graph."""
    if result.limit_hit is LimitHit.STARVED:
        raise GraderError(sentence("machine_busy"))
    printed = _printed(result)
    if result.limit_hit in (LimitHit.CPU, LimitHit.WALL):
        return RunOutcome(Verdict.SLOW, sentence("run_without_end"), printed, result)
    if result.limit_hit is LimitHit.MEMORY:
        most = sentence("run_needs_memory", most=settings.limits.memory_mib)
        return RunOutcome(Verdict.MEMORY, most, printed, result)
    if result.limit_hit is LimitHit.OUTPUT:
        return RunOutcome(Verdict.SLOW, sentence("run_prints_without_end"), printed, result)
    if result.limit_hit in (LimitHit.PROCESSES, LimitHit.FILES):
        is_fork = result.limit_hit is LimitHit.PROCESSES
        said = sentence("run_makes_processes" if is_fork else "run_makes_files")
        return RunOutcome(Verdict.CRASH, said, printed, result)
    if result.signal is not None:
        name = Evidence(sentence("signal_name", name=_signal_name(result.signal)), secret=True)
        return RunOutcome(Verdict.CRASH, sentence("run_ended_by"), (name, *printed), result)
    if result.exit_code != 0:
        if result.exit_code == KERNEL_FAULT:
            return RunOutcome(Verdict.WRONG, sentence("run_no_progress"), printed, result)
        code = Evidence(sentence("exit_code", code=result.exit_code), secret=True)
        return RunOutcome(Verdict.CRASH, sentence("run_exit_code"), (code, *printed), result)
    matches = parse(result.stdout, case.num_nodes)
    if isinstance(matches, str):
        said = sentence("run_bad_output", reason=matches)
        return RunOutcome(Verdict.WRONG, said, printed, result)
    return _compare(matches, case, printed, result)


def _compare(
    matches: list[int], case: SecretCase, printed: tuple[Evidence, ...], result: Result
) -> RunOutcome:
    wrong = [x for x in range(case.num_nodes) if matches[x] != case.expected[x]]
    if not wrong:
        return RunOutcome(Verdict.OK, "", (), result)
    first = wrong[0]
    pair = {"node": first, "got": matches[first], "expected": case.expected[first]}
    text = sentence("partners_wrong", wrong=len(wrong), nodes=case.num_nodes, **pair)
    is_old = -2 in matches and -2 not in case.expected
    summary = sentence("matching_minus_two" if is_old else "matching_wrong")
    return RunOutcome(Verdict.WRONG, summary, (Evidence(text, secret=True), *printed), result)


def _printed(result: Result) -> tuple[Evidence, ...]:
    """The output on stderr. It can contain anything, even the graph, so it counts as secret."""
    said = result.stderr[:MOST_PRINTED].decode("utf-8", errors="replace")
    said = "".join(
        letter if letter.isprintable() or letter == "\n" else "?" for letter in said
    ).strip()
    if len(result.stderr) > MOST_PRINTED:
        said = " ".join([*said.rsplit(maxsplit=1)[:1], "..."])
    return (Evidence(sentence("printed", text=said), secret=True),) if said else ()


def _signal_name(number: int) -> str:
    try:
        return signals.Signals(number).name
    except ValueError:
        return f"signal {number}"
