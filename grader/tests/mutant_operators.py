"""Makes mutants of the solved files: each has one small change between the marks of the handout.

An operator names a text to search for, and its replacement. The mutants are in the order of the
operators, and then in the order of the text. So a mutant keeps its number until an operator or the
text changes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "grader"))
from matrix_corpus import PARTS, solution  # noqa: E402
from skeleton import EXTRA, WRAPPER, find_blocks, pieces  # noqa: E402


@dataclass(frozen=True)
class Mutant:
    part: str
    file: str
    operator: str
    line: int
    column: int
    old: str
    new: str
    start: int  # in the text of the file
    end: int

    @property
    def name(self) -> str:
        old, new = " ".join(self.old.split()), " ".join(self.new.split())
        place = f"{Path(self.file).name}:{self.line}:{self.column}"
        return f"{place} {self.operator}: {old} -> {new or '(nothing)'}"

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


NODES_OR_EDGES = r"\b(nodeBytes|edgeBytes|numVertices|numEdges|numNodes|numElements)\b"
ARRAYS = (
    ("strongNeighbor", "matches"),
    ("src", "dst", "matches", "keepEdges"),
    ("oldSum", "newSum"),
    ("src", "dst", "weight", "strongest"),
    ("src_gpu", "dst_gpu", "weight_gpu", "matches_gpu", "strongNeighbor_gpu"),
    ("temp1_gpu", "temp2_gpu", "temp3_gpu", "temp4_gpu"),
    ("graph.src", "graph.dst", "graph.weight", "matches"),
)

# An operator, a pattern, and replacements. Each replacement of each match is one mutant.
REPLACED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("condition", r"(?<=\w )<(?= \w)", ("<=", ">", "!=")),
    ("condition", r"==", ("!=", "<=", ">=")),
    ("condition", r"!=", ("==", "<", ">")),
    ("condition", r"&&", ("||", "!=")),
    ("condition", r"(?<=if \().*(?=\) )|(?<=if \().*(?=\) \{)", ("true", "false")),
    ("bound", r"(?<=x < )num\w+(?=;)", ("{} - 1", "{} + 1", "{} / 2", "tid", "numThreads", "256")),
    ("bound", r"(?<=x < )distance", ("{} - 1", "{} + 1", "{} / 2", "2 * {}")),
    ("start", r"(?<=int x = )[^;]*(?=;)", ("{} + 1", "0", "threadIdx.x", "blockIdx.x")),
    # Not blockDim.x or gridDim.x: with these strides, loops still visit every element.
    ("stride", r"x \+= numThreads", ("x++", "x -= numThreads", "x += 2 * numThreads",
                                     "x += numThreads + 1", "x += 256", "x += warpSize")),
    ("index", r"(?<=\[)\w+(?=\])", ("{} + 1", "{} - 1", "0", "{} * 2", "{} / 2", "threadIdx.x")),
    ("index", r"(?<=\[)x - \w+(?=\])", ("x", "x + 1", "x - 2", "x - distance - 1", "x / 2")),
    ("arithmetic", r"(?<=\w) \+ (?=\w)", (" - ", " * ", " | ")),
    ("arithmetic", r"(?<=\w) - (?=\w)", (" + ",)),
    ("arithmetic", r"(?<=[\w.]) \* (?=\w)", (" + ",)),
    ("arithmetic", r"<< 32", ("<< 31", "<< 16", ">> 32")),
    ("arithmetic", r" \| ", (" & ",)),  # | joins two halves: ^ and + are equivalent
    ("arithmetic", r" \^ ", (" & ", " | ", " + ")),
    ("value", r"\bUNMATCHED\b", ("0", "-2", "1", "x")),
    ("value", r"\b1 : 0\b", ("0 : 1", "1 : 1", "0 : 0", "2 : 0", "-1 : 0", "1 : -1")),
    ("value", r"\b0 : (?=\w)", ("1 : ", "oldSum[x] : ", "-1 : ")),
    ("value", r"== 0\b", ("== 1", "== 2", "<= 1", "== -1")),
    ("value", r"= (0|matches\[x\]|strongest);", ("= 1;", "= x;", "= -1;")),
    ("value", r"0x80000000u|0xffffffffu", ("0u", "0x7fffffffu", "0xffffu")),
    ("thread", r"\bthreadIdx\.x", ("blockIdx.x", "threadIdx.y", "0")),
    ("thread", r"\bblockIdx\.x", ("threadIdx.x", "blockIdx.y", "0")),
    # If the stride numThreads is too small, a loop wastes work, but its result is right.
    ("thread", r"\bblockDim\.x", ("gridDim.x", "256", "1024")),
    ("thread", r"(?<=blockIdx\.x \* )blockDim\.x", ("blockDim.y", "32")),
    ("thread", r"\bgridDim\.x", ("blockDim.x", "64")),
    # The number of a thread is never negative, and a float can hold every such number. So an
    # unsigned int or a float in place of the int changes nothing, and these changes are left out.
    ("type", r"\bint(?= (tid|numThreads)\b)", ("short", "char", "unsigned short")),
    ("type", r"\bint(?= (x|strongest)\b)", ("short", "char", "unsigned short", "float")),
    ("type", r"\bunsigned long long\b", ("long long", "unsigned int", "float", "double")),
    ("type", r"\bunsigned int\b", ("int", "unsigned short", "float")),
    ("type", r"\bsize_t\b", ("short", "unsigned char")),  # a size below 2^31 fits into an int
    # An array that is larger than necessary is right, too. So 4 bytes are added only to the sizes
    # of copies.
    ("size", r"(?<!\+ )sizeof\(int\)", ("1", "2", "sizeof(int*)", "sizeof(short)")),
    ("size", r"sizeof\(unsigned long long\)", ("1", "2", "sizeof(int)", "sizeof(short)")),
    ("size", r" \+ sizeof\(int\)", ("", " - sizeof(int)", " + 1")),
    ("size", NODES_OR_EDGES, ("nodeBytes", "edgeBytes", "numVertices", "numEdges", "0")),
    ("size", r"(?<=, )\w+Bytes(?=[,)])", ("{} - 1", "{} - 4", "{} / 2", "4")),
    ("size", r"(?<=, )\w+Bytes(?=,)", ("{} + 4",)),
    ("direction", r"cudaMemcpyHostToDevice", ("cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                              "cudaMemcpyHostToHost")),
    ("direction", r"(\w+_gpu), (matches|graph\.\w+)", (r"\2, \1", r"\2, \2", r"\1, \1")),
    ("atomic", r"atomicMax\(", ("atomicMin(", "atomicAdd(", "atomicExch(", "atomicOr(")),
    ("atomic", r"atomicMax\(&(strongest\[src\[x\]\]), (.*)\);",
     (r"\1 = \2;", r"\1 = max(\1, \2);", r"if (\1 < \2) \1 = \2;")),
    ("launch", r"<<<num_thread_blocks, threadsPerBlock>>>",
     ("<<<1, num_thread_blocks>>>", "<<<threadsPerBlock, num_thread_blocks>>>",
      "<<<num_thread_blocks, 2 * 1024>>>", "<<<0, threadsPerBlock>>>",
      "<<<num_thread_blocks - 1, threadsPerBlock>>>", "<<<numthreads / 1024, threadsPerBlock>>>")),
    ("memory", r"cudaFree\((\w+)\)", ("free({1})", "cudaFree(&{1})", "cudaFree({1} + 1)",
                                      "cudaFree(temp1_gpu)", "cudaFree(matches)")),
    ("memory", r"cudaMalloc\(\(void\*\*\)&(\w+), (.*)\)\)",
     ("cudaMallocHost((void**)&{1}, {2}))", "cudaMalloc((void**)&temp1_gpu, {2}))",
      "cudaMemset({1}, 0, {2}))")),
)  # fmt: skip

# These replacements change no result in extra.cu: only onewaywrapper.cu launches the kernels of
# extra.cu, and its blocks have 256 threads.
EQUAL_IN_EXTRA = ("256", " | ", "x += 256", "x += warpSize")


def mutants(tree: Path = TREE) -> list[Mutant]:
    """All mutants; if two operators make the same change, it counts once."""
    found: dict[tuple[str, int, int, str], Mutant] = {}
    solved = solution(tree)
    for part, file in PARTS.items():
        text = solved[file]
        for begin, end in _code(text):
            for mutant in _of_piece(part, file, text, begin, end):
                found.setdefault((file, mutant.start, mutant.end, mutant.new), mutant)
    return [one for one in found.values() if one.new != one.old]


def _code(text: str) -> Iterator[tuple[int, int]]:
    """The begin and the end of each piece of code between the marks; comments are left out."""
    for first, last in find_blocks(text).blocks:
        for piece in pieces(text):
            begin, end = max(piece.start, first), min(piece.end, last)
            if not piece.is_comment and begin < end and text[begin:end].strip():
                yield begin, end


def _of_piece(part: str, file: str, text: str, begin: int, end: int) -> Iterator[Mutant]:
    for operator, start, stop, new in _changes(text, begin, end):
        if file == EXTRA and new in EQUAL_IN_EXTRA:
            continue
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        # The branch of -extra is in the wrapper, but belongs to the part `extra`.
        is_extra = file == WRAPPER and find_blocks(text).blocks[1][0] <= start
        is_extra = is_extra and start < find_blocks(text).blocks[1][1]
        is_extra = is_extra or "strongest_gpu" in text[text.rfind("\n", 0, start) : stop + 60]
        owner = "extra" if file == EXTRA or (file == WRAPPER and is_extra) else part
        yield Mutant(owner, file, operator, line, column, text[start:stop], new, start, stop)


def _changes(text: str, begin: int, end: int) -> Iterator[tuple[str, int, int, str]]:
    for operator, pattern, replacements in REPLACED:
        for match in re.compile(pattern).finditer(text, begin, end):
            for new in replacements:
                if "\\" in new:
                    put = match.expand(new)
                else:
                    put = new.format(match[0], *(group or "" for group in match.groups()))
                yield operator, match.start(), match.end(), put
    for names in ARRAYS:
        for name in names:
            for match in re.compile(rf"(?<![\w.]){re.escape(name)}\b(?!\()").finditer(
                text, begin, end
            ):
                for other in names:
                    yield "array", match.start(), match.end(), other
    yield from _changes_of_lines(text, begin, end)


def _may_swap(*lines: str) -> bool:
    """Whether the order of the statements has no effect: each declares a variable and uses none of
    the other variables, or all call the same CUDA function for different arrays."""
    calls = [re.match(r" *CUDA_CHECK\((cuda(?:Malloc|Memcpy|Free))\(", line) for line in lines]
    if all(calls):
        return len({one[1] for one in calls if one}) == 1
    found = [re.match(r" *[\w ]+\*? (\w+) = ([^;]*);\n$", line) for line in lines]
    names = [one[1] for one in found if one]
    return len(names) == len(lines) and not any(
        re.search(rf"\b{name}\b", one[2]) for name in names for one in found if one
    )


STATEMENT = re.compile(r"^[ \t]+\S.*;[ \t]*\n", re.MULTILINE)
BARRIER, LEAVES = "    __syncthreads();\n", ("    break;\n", "    return;\n", "    continue;\n")


def _changes_of_lines(text: str, begin: int, end: int) -> Iterator[tuple[str, int, int, str]]:
    lines = list(STATEMENT.finditer(text, begin, end))
    for number, line in enumerate(lines):
        first, last = line.span()
        # As long as no CUDA call fails, a missing check changes nothing.
        if "cudaGetLastError" in line[0] or line[0].count("(") != line[0].count(")"):
            continue
        yield "line missing", first, last, ""
        # Only cudaMalloc and cudaFree are doubled: writing a value twice is the same as once.
        if "cudaMalloc" in line[0] or "cudaFree" in line[0]:
            yield "line doubled", first, last, 2 * line[0]
        if number + 1 < len(lines) and lines[number + 1].start() == last:
            after = lines[number + 1]
            if not _may_swap(line[0], after[0]) and "cudaGetLastError" not in after[0]:
                yield "order", first, after.end(), after[0] + line[0]
        if "_gpu" not in line[0] or "strongest" in line[0].split("(")[0]:
            # Outside of ifs and loops, all threads reach an added barrier, so it has no effect.
            if line[0].startswith("   "):
                yield "barrier", first, last, BARRIER + line[0]
            # A `continue` at the end of a loop has no effect.
            ends_loop = re.match(r"\s*\}", text[last:end])
            is_body_alone = text[:first].rstrip().endswith(")")
            for leave in LEAVES:
                if not is_body_alone and not (ends_loop and "continue" in leave):
                    yield "leaves", first, last, line[0] + leave
                yield "leaves", first, last, leave + line[0]
