"""Counts how the kernels of a submission use the GPU, with CUCC_COUNTERS of diagnostic mode.

Every kernel runs alone, in the program in which `make check` runs it. The kernel gets the arrays of
the first pass over one generated graph, with the values that they have if all other kernels are
right. So a wrong kernel does not change the counters of another kernel.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path

from protocol import message
from protocol.message import ints

from . import scan

NODES = 1000
ENTRIES = 2 * (NODES - 1)  # every node but the first has an edge to an earlier node
THREADS = 256
TIME_LIMIT = 20  # seconds, for all launches of one kernel

KERNEL_COUNTS = ("launches", "threads", "accesses", "min", "max")
LINE_COUNTS = {
    "global": ("line", "requests", "lanes", "sectors", "ideal_sectors"),
    "shared": ("line", "requests", "lanes", "bank_turns", "ideal_bank_turns"),
}

MOST_BYTES = 1 << 20  # the rest is ignored
MOST_ROWS = 1000
MOST_NAME = 1000  # characters

NEVER_RUN = ("NOT_STARTED", "NO_BUILD", "NOT_CHECKED")
PROGRAMS = {"handshaking": "run_handshaking", "filter": "run_filter", "scan": "run_scan"}
PROGRAMS["extra"] = "run_wrapper"
STAND_INS = (  # what run_wrapper runs in addition to extra.cu
    "set_playback",
    "check_handshaking_gpu",
    "markFilterEdges_gpu",
    "exclusive_prefix_sum_gpu",
    "packGraph_gpu",
)


class CountingError(Exception):
    """Raised if the check program cannot trace the graph: this is a fault of the kit."""


def count_all(folder: Path, check: Path, parts: list[dict]) -> dict:
    """For every part of the matching that has a kernel and was checked: its counters, or the reason
    why there are none. `make check` builds in `folder`."""
    programs = {part["id"]: folder / "diagnostic" / PROGRAMS.get(part["id"], "") for part in parts}
    run = [part for part in parts if part["verdict"] not in NEVER_RUN]
    run = [part for part in run if programs[part["id"]].is_file()]
    first = first_pass(check, folder / "counters") if run else {}
    counted = {}
    for part in run:
        program = programs[part["id"]]
        counted[part["id"]] = count_part(part, [str(program)], first)
    return of_all(counted)


def of_all(counted: dict[str, dict]) -> dict:
    """All counters, with the graph that was used. `counted` maps the id of each part to its
    counters."""
    return {
        "format": "handshake-counters",
        "version": 1,
        "graph": {"numNodes": NODES, "numEdges": ENTRIES},
        "threads": THREADS,
        "parts": counted,
    }


def count_part(
    part: dict,
    command: list[str],
    first: dict,
    environment: Mapping[str, str] = os.environ,
) -> dict:
    """The counters from the runner that `command` starts, or the reason why there are none."""
    kind, payloads = requests(part["id"], first)
    with open(os.memfd_create("counters"), "w+b") as record:
        is_slow = part["verdict"] == "SLOW"
        if is_slow or not exchange(command, kind, payloads, record.fileno(), environment):
            return {"why_not": "the part or this run of it failed, or did not end in time"}
        record.seek(0)
        return read(part, record.read(MOST_BYTES))


def write_graph(path: Path) -> None:
    """Writes a graph in which a few nodes have many neighbors, and most have few, so that the work
    is hard to balance."""
    draw = random.Random(1).random  # the same in every version of Python
    lines = ["%%MatrixMarket matrix coordinate integer symmetric", f"{NODES} {NODES} {NODES - 1}"]
    for node in range(1, NODES):
        earlier = int(draw() ** 3 * node)
        lines.append(f"{node + 1} {earlier + 1} {1 + int(draw() * 100)}")
    path.write_text("\n".join(lines) + "\n")


def first_pass(check: Path, scratch: Path) -> dict:
    """The arrays of the first pass over the graph, as the oracle of the check program computes
    them."""
    scratch.mkdir(parents=True, exist_ok=True)
    graph = scratch / "graph.mtx"
    write_graph(graph)
    words = [check, "--programs", "none", "--trace", graph, "--output", scratch]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        raise CountingError(f"{check} cannot trace {graph}: {done.stderr.strip()}")
    return json.loads((scratch / "trace.json").read_text())["passes"][0]


def requests(part: str, first: dict) -> tuple[int, list[bytes]]:
    if part == "extra":
        return message.MATCHING, [whole_run(first)]
    make = {"handshaking": handshaking, "filter": filtering, "scan": scanning}[part]
    return message.LAUNCH, make(first)


def handshaking(one: dict) -> list[bytes]:
    arrays = [one["strongNeighbor"], one["matches_before"]]
    return [launch(arrays, [len(one["matches_before"])])]


def filtering(one: dict) -> list[bytes]:
    edges = len(one["src"])
    arrays = [one["src"], one["dst"], one["expected"]["matches"], edges]
    return [launch(arrays, [edges])]


def scanning(one: dict) -> list[bytes]:
    keep = one["expected"]["keepEdges"]
    elements = len(keep) + 1
    payloads, sums = [], [*keep, 0]
    for distance in scan.distances(len(keep)):
        payloads.append(launch([sums, elements], [distance, elements]))
        sums = scan.sums_after(keep, distance)
    return payloads


def launch(arrays: list, scalars: list[int]) -> bytes:
    return message.launch(1, THREADS, arrays, scalars)


def whole_run(first: dict) -> bytes:
    """The payload for a run of onewaywrapper.cu with -extra. Stand-ins replace all kernels except
    those of extra.cu. In the first pass, the stand-ins filter out all edges, so that there is no
    second pass."""
    edges = len(first["src"])
    steps = len(scan.distances(edges))
    payload = ints(THREADS, 1, 0, NODES, edges)
    payload += ints(*first["src"], *first["dst"], *first["weight"], *first["matches_before"])
    payload += ints(1, edges, 0, steps)
    return payload + ints(*first["expected"]["matches"], *[0] * (edges + steps * (edges + 1)))


def read(part: dict, text: bytes) -> dict:
    """Reads the counters, and checks them, because the submission can write them, too."""
    try:
        lines = text.splitlines()
        if len(lines) > MOST_ROWS:
            raise ValueError("too many counters")
        rows = [check_row(json.loads(line)) for line in lines]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {"why_not": "its counters cannot be read"}
    own = {Path(file).name: file for file in part["files"]}
    return {
        "kernels": [one for one in rows if one.get("kernel", STAND_INS[0]) not in STAND_INS]
        if part["id"] == "extra"
        else [one for one in rows if "kernel" in one],
        "lines": [
            {**one, "file": own[Path(one["file"]).name]}
            for one in rows
            if Path(one.get("file", "")).name in own
        ],
    }


def check_row(row: dict) -> dict:
    """Checks the counters of one kernel, or of one line of the source."""
    is_kernel = "kernel" in row
    counts = KERNEL_COUNTS if is_kernel else LINE_COUNTS[row["memory"]]
    numbers = {**row, **row["accesses_per_thread"]} if is_kernel else row
    counts += ("same_address",) if "same_address" in row else ()
    if any(type(numbers[name]) is not int or not 0 <= numbers[name] < 2**53 for name in counts):
        raise ValueError("a counter is not a number")
    names = [row[name] for name in (("kernel",) if is_kernel else ("file", "access"))]
    if any(type(name) is not str or len(name) > MOST_NAME for name in names):
        raise ValueError("a name is not a string")
    if not is_kernel and row["requests"] == 0:
        raise ValueError("a line without a request")
    return row


def exchange(
    command: list[str],
    kind: int,
    payloads: list[bytes],
    record: int,
    environment: Mapping[str, str],
) -> bool:
    """Sends all requests. The program writes its counters to the descriptor `record`. Returns true
    if each request was answered and the program ended without an error."""
    inbox, to_program = os.pipe()
    from_program, replies = os.pipe()
    ours = {"CUCC_COUNTERS": "descriptor:7", "CUCC_SCHEDULE": "forward"}
    # A runner reads from descriptor 3 and writes to 4; a shell gives our pipes these numbers.
    shell = f'exec "$@" 3<&{inbox} 4>&{replies} 7>&{record}'
    child = subprocess.Popen(
        ["bash", "-c", shell, "bash", *command],
        env={**environment, **ours},
        pass_fds=(inbox, replies, record),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(inbox)
    os.close(replies)
    limit = threading.Timer(TIME_LIMIT, child.kill)
    limit.start()
    try:
        with open(to_program, "wb") as out, open(from_program, "rb") as back:
            answered = all(answer(out, back, kind, one) for one in payloads)
        return child.wait() == 0 and answered
    except OSError:  # the program has ended
        return False
    finally:
        limit.cancel()
        child.kill()
        child.wait()


def answer(out, back, kind: int, payload: bytes) -> bool:
    out.write(message.request(kind, payload))
    out.flush()
    head = back.read(message.HEAD.size)
    if len(head) < message.HEAD.size:
        return False
    magic, _, _, kind, length = message.HEAD.unpack(head)
    if (magic, kind) != (message.MAGIC, message.DONE) or length > message.MOST_PAYLOAD:
        return False
    return len(back.read(length)) == length
