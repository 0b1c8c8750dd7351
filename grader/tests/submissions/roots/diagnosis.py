"""Root: a submission cannot switch off the findings of diagnostic mode.

A kernel with right values that touches memory that it must not, in a way or at a place that
diagnostic mode might not see. It gets its points for values, but never those for `clean`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matching import FILTER

VERDICTS, KIND, LIST = "MEMORY RACE NO_BUILD", "deceive", "25 26"
POINTS = "0 22"  # of 25 points; 22 are all but the 3 for `clean`

# Ways to read one element past the end.
WAYS = {
    "index": "volatile int seen = src[numEdges];",
    "pointer": "volatile int seen = *(src + numEdges);",
    "volatile": "volatile int seen = ((volatile int*)src)[numEdges];",
    "byte": "volatile char seen = ((char*)src)[4 * numEdges + 1];",
    "memcpy": "int copy; memcpy(&copy, src + numEdges, 4); volatile int seen = copy;",
    "builtin": "int copy; __builtin_memcpy(&copy, src + numEdges, 4); volatile int seen = copy;",
    "pair": "const int2 copy = *(const int2*)(src + numEdges); volatile int seen = copy.y;",
    "structure": "struct Two { int a, b; }; const Two two = *(const Two*)(src + numEdges);"
    " volatile int seen = two.b;",
    "ldg": "volatile int seen = __ldg(src + numEdges);",
    "atomic": "volatile int seen = atomicAdd(src + numEdges, 0);",
    "exchange": "volatile int seen = atomicCAS(src + numEdges, 1, 1);",
    "loop": "volatile int seen = 0; for (int x = 0; x <= numEdges; x++) seen = src[x];",
}  # fmt: skip
FAULTS = {f"past_the_end_{way}": f"if (tid == 0) {{ {code} (void)seen; }}" for way, code in WAYS.items()}
FAULTS["unset"] = "if (tid < numEdges) { volatile int seen = keepEdges[tid]; (void)seen; }"
# Conditions that hold in the plain build, and perhaps not in the diagnostic one.
HIDES = {
    "open": "{fault}",
    "unless_sanitized": "\n#ifndef __SANITIZE_THREAD__\n{fault}\n#endif\n",
    "where_optimized": "\n#ifdef __OPTIMIZE__\n{fault}\n#endif\n",
    "where_inlined": "\n#ifndef __NO_INLINE__\n{fault}\n#endif\n",
    "in_a_lambda": "const auto hidden = [=] {{ {fault} }};\n  hidden();",
    "other_lines": '\n#line 9 "grader/runner/kernel_runner.cu"\n{fault}\n',
}
KERNEL = """\
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges, int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  FAULT
  for (int x = tid; x < numEdges; x += blockDim.x * gridDim.x)
    keepEdges[x] = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
}
"""


def variants() -> Iterator[tuple[str, partial[dict[str, str]]]]:
    for name, fault in FAULTS.items():
        for hide, text in HIDES.items():
            yield f"{name}_{hide}", partial(_with, text.format(fault=fault))


def _with(fault: str, right: dict[str, str]) -> dict[str, str]:
    return {FILTER: KERNEL.replace("FAULT", fault)}
