"""A class of 24 as Sakai's bulk download: right, partly right, late, hostile and broken work.

`grader/grade demo --out DIR` writes it to DIR/sample_class.zip and grades it. The layout is

    Project 3/Last, First(ID)/Submission attachment(s)/FILE
    Project 3/Last, First(ID)/timestamp.txt                     when it was handed in
    Project 3/grades.csv                                        the roster

Nobody in it is a real person, and no solution is kept here: each is cut from the tree.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(HERE.parent)]

from corpus import attacks  # noqa: E402
from matching import EXTRA, FILTER, HANDSHAKING, SCAN, WRAPPER  # noqa: E402
from matrix_corpus import CORPUS, apply, read_entry, solution  # noqa: E402
from pack import make_tar, make_zip  # noqa: E402
from skeleton import emptied, with_blocks  # noqa: E402

TITLE = "Project 3"
IN_TIME, NIGHT, GRACE = "2026-12-08T19:30:00Z", "2026-12-11T04:59:58.250Z", "2026-12-11T05:06:00Z"
ONE_DAY, THREE_DAYS = "2026-12-11T23:00:00Z", "2026-12-13T16:00:00Z"
TOO_LATE = "2026-12-20T14:00:00Z"
NAMES = (
    "Adams Bauer Chen Diaz Evans Fischer Garcia Haddad Ivanov Jensen Kim Lopez "
    "Meyer Nguyen Okafor Patel Quinn Rossi Sato Taylor Ueda Varga Weber Zhou"
).split()
# Right solutions of each part, from grader/tests/kernels: few students have the same solution.
WAYS = {
    "filter": "zero_first backwards bits_of_both_ends macros four_at_a_time chunks_in_a_row "
    "warp_ballot recursion every_block_does_all",
    "scan": "block_stride pointers two_loops four_elements_a_round without_branches "
    "every_thread_clears_first switch_and_goto tile_in_shared_memory warp_shuffle",
    "handshaking": "both_ends_write_both arrays_in_a_struct while_with_size_t "
    "template_and_lambda one_thread_per_block read_only_loads smaller_end_writes_both "
    "compare_and_swap cooperative_groups tile_in_shared_memory",
    "memory": "errors_not_checked table_of_arrays copied_by_way_of_vectors pinned_staging "
    "in_stream_order one_allocation_in_pieces owners_free_by_themselves "
    "frees_by_a_function_handed_on",
    "extra": "search_by_node segmented_scan two_integer_atomics "
    "compare_and_swap_loop own_array_of_starts warp_for_a_node warp_segments",
}
SMALL = (
    (r"(?m)^graphs = .*$", 'graphs = ["path 5", "ties 30 60"]'),
    (r"(?m)^threads = .*$", "threads = [1, 256]"),
    (r"floor_s = [\d.]+", "floor_s = 1.0"),
    (r"(?m)^memory_mib = \d+", "memory_mib = 512"),
    (r"compile_s = [\d.]+", "compile_s = 15.0"),
)


def small_settings(time_limit_s: int = 4) -> str:
    """The settings of the assignment, but with few secret graphs and short limits, so that a run
    ends soon."""
    text = (ROOT / "grader/settings/matching.toml").read_text()
    for pattern, replacement in (*SMALL, (r"time_limit_s = \d+", f"time_limit_s = {time_limit_s}")):
        text, count = re.subn(pattern, replacement, text)
        if count != 1:
            raise ValueError(f"matching.toml: {pattern} stands there {count} times")
    return text


class Work:
    """Makes the work of students from the tree: each method gives the files that one student hands
    in."""

    def __init__(self, tree: Path):
        self.tree = tree
        self.right = solution(tree)

    def styled(self, number: int, *mistakes: str) -> dict[str, str]:
        """The submission of one student: right kernels of grader/tests/kernels, and mistakes."""
        ways = {part: names.split() for part, names in WAYS.items()}
        own = {part: f"right/{part}/{names[number % len(names)]}" for part, names in ways.items()}
        extra = self.mistaken(own.pop("extra"))
        wrong = self.mistaken(*mistakes)
        if wrong[WRAPPER] != self.right[WRAPPER] or wrong[EXTRA] != self.right[EXTRA]:
            del own["memory"]  # the mistake can only be put into our own file
            return self.mistaken(*own.values(), *mistakes)
        files = self.mistaken(*own.values(), *mistakes)
        branch = blocks_of(extra[WRAPPER])[1]  # the block that launches the kernels of extra.cu
        wrapper = with_blocks(files[WRAPPER], lambda at, old: branch if at == 1 else old)
        return {**files, EXTRA: extra[EXTRA], WRAPPER: wrapper}

    def mistaken(self, *entries: str) -> dict[str, str]:
        """Our files with changes of grader/tests/kernels; for each file, the last change counts."""
        files = dict(self.right)
        for entry in entries:
            file = next(CORPUS.glob(f"{entry}.*"))
            files |= apply(read_entry(file, CORPUS), self.tree).files
        return files

    def only(self, files: dict[str, str], *paths: str) -> dict[str, str]:
        """Only these files are solved; all other files are as they were handed out."""
        return {path: text if path in paths else emptied(text) for path, text in files.items()}

    def with_text(self, path: str, old: str, new: str, number: int) -> dict[str, str]:
        """One of our right files with a change in it; the other files are a student's own."""
        assert old in self.right[path], (path, old)
        return {**self.styled(number), path: self.right[path].replace(old, new)}

    def retold(self, number: int, name: str) -> dict[str, str]:
        """Somebody else's work with another name in it."""
        names = re.compile(r"\b(tid|stride|total)\b")
        files = self.styled(number)
        return {path: names.sub(rf"\1_{name}", text) for path, text in files.items()}


def blocks_of(text: str) -> list[str]:
    """The text between each pair of marks."""
    found: list[str] = []
    with_blocks(text, lambda _, old: found.append(old) or old)
    return found


def as_bytes(files: dict[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


def tar(files: dict[str, str]) -> dict[str, bytes]:
    return {"submit_me.tar": make_tar(as_bytes(files))}


def students(tree: Path) -> list[tuple[str, dict[str, bytes]]]:
    """The time at which each student handed in, and the files. An empty time: nothing was handed
    in."""
    work = Work(tree)
    own = [work.styled(number) for number in range(24)]
    known = {one.name: one for one in attacks()}
    chosen = {"solves_on_the_host": 18, "fork_bomb": 19, "html_in_messages": 20}
    hostile = {name: known[name].archive(as_bytes(own[at]), {"PORT": "9"})
               for name, at in chosen.items()}  # fmt: skip
    packed = {at: make_tar(as_bytes(own[at])) for at in (2, 21)}
    return [
        (IN_TIME, tar(own[0])),
        (NIGHT, {"submit_me.tar": make_zip(as_bytes(own[1]))}),
        (IN_TIME, {"my work.zip": make_zip({"work/submit_me.tar": packed[2]})}),
        (GRACE, tar(work.retold(0, "mine"))),
        (ONE_DAY, tar(work.retold(0, "here"))),
        (THREE_DAYS, tar(own[5])),
        (TOO_LATE, tar(work.retold(0, "x"))),
        (IN_TIME, tar(work.only(own[7], HANDSHAKING, FILTER, SCAN))),
        (IN_TIME, tar(work.styled(8, "wrong/scan/in_place"))),
        (IN_TIME, tar(work.styled(9, "wrong/filter/or_for_and"))),
        (IN_TIME, tar(work.styled(10, "wrong/handshaking/no_unmatched_guard"))),
        (ONE_DAY, tar(work.styled(11, "wrong/memory/matches_never_freed"))),
        (IN_TIME, tar(work.styled(12, "wrong/extra/tie_takes_larger_index"))),
        (IN_TIME, tar(work.styled(13, "wrong/scan/endless_at_head"))),
        (IN_TIME, tar(work.with_text(FILTER, "keep ? 1 : 0;", "keep ? 1 : 0", 14))),
        (IN_TIME, tar(work.with_text(HANDSHAKING, "UNMATCHED", "-2", 15))),
        (NIGHT, tar({HANDSHAKING: own[3][HANDSHAKING]})),
        (IN_TIME, tar(work.only(own[17]))),
        (IN_TIME, {"submit_me.tar": hostile["solves_on_the_host"]}),
        (IN_TIME, {"submit_me.tar": hostile["fork_bomb"]}),
        (IN_TIME, {"submit_me.tar": hostile["html_in_messages"]}),
        (IN_TIME, {"submit_me.tar": packed[21][:3000]}),
        (IN_TIME, {"submit_me.tar": b""}),
        ("", {}),
    ]  # fmt: skip


def sample_roster() -> str:
    """Two sections, as a table for --roster."""
    ids = [_netid(name, number) for number, name in enumerate(NAMES, 1)]
    return "\n".join(["netid,section", *(f"{one},{1 + int(one[2:]) % 2}" for one in ids), ""])


def _netid(name: str, number: int) -> str:
    return f"{name[:2].lower()}{100 + number}"


def sample_rubric() -> str:
    """Points for reports, as a person fills them in."""
    rows = ["student,target,points,remark", 'ad101,extra.report,9,"clear, and with error bars"']
    rows += ["ba102,extra.report,6,good plots; the text does not say what is compared"]
    return "\n".join([*rows, "ki111,extra.report,0,no report", ""])


def sample_class(tree: Path) -> bytes:
    """The download, as a zip; the same bytes for the same tree."""
    files, roster = {}, ["Display ID,ID,Last Name,First Name,grade"]
    for number, (name, (when, handed_in)) in enumerate(zip(NAMES, students(tree), strict=True), 1):
        netid = _netid(name, number)
        roster.append(f"{netid},{netid},{name},Student {number},")
        folder = f"{TITLE}/{name}, Student {number}({netid})"
        if when:
            files[f"{folder}/timestamp.txt"] = when.encode()
        for file, data in handed_in.items():
            files[f"{folder}/Submission attachment(s)/{file}"] = data
    files[f"{TITLE}/grades.csv"] = "\n".join([TITLE, "", *roster, ""]).encode()
    return make_zip(files)
