"""Root: a kernel file holds device code and nothing else.

Right kernels, each with one thing in it or beside it that is not device code. Nothing else is wrong
with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matching import FILTER, HANDSHAKING, SCAN

KERNELS = (HANDSHAKING, FILTER, SCAN)
VERDICTS, KIND, LIST, POINTS = "NO_BUILD", "deceive", "15 16", "0"

# name -> (a word by which a checker could find the text, the text)
STATEMENTS = {
    "assembly": ("asm", 'asm volatile("nop");'),
    "gnu_assembly": ("__asm__", '__asm__ volatile("syscall");'),
    "builtin": ("__builtin_return_address", "if (__builtin_return_address(0) == nullptr) return;"),
    "file": ("fopen", 'if (fopen("out.txt", "w") == nullptr) return;'),
    "shell": ("system", 'if (system("true") != 0) return;'),
    "process": ("fork", "if (fork() < 0) return;"),
    "exit": ("_Exit", "if (blockDim.x == 0) _Exit(0);"),
    "vector": ("vector", "std::vector<int> kept(3); if (kept.empty()) return;"),
    "throw": ("throw", "if (blockDim.x == 0) throw 1;"),
    "stream": ("cout", "if (blockDim.x == 0) std::cout << 1;"),
    "environment": ("getenv", 'if (getenv("HOME") == nullptr) return;'),
}
TOPS = {
    "constructor": ("constructor", "__attribute__((constructor)) static void early() {}"),
    "gnu_constructor": ("constructor", "[[gnu::constructor]] static void early() {}"),
    "section": ("section", '__attribute__((section(".init_array"))) void (*early)() = nullptr;'),
    "alias": ("alias", '__device__ int real() { return 1; }\nint other() __attribute__((alias("x")));'),
    "no_sanitize": ("no_sanitize", '__attribute__((no_sanitize("thread"))) __device__ void f() {}'),
    "label": ("asm", 'extern int hidden asm("environ");'),
    "top_assembly": ("asm", 'asm(".globl early");'),
}
DIRECTIVES = {
    "line": '#line 1 "src/util/utils.hpp"',
    "marker": '# 1 "src/util/utils.hpp"',
    "optimize": '#pragma GCC optimize("O0")',
    "pragma": '_Pragma("GCC poison x")',
    "computed_header": "#define HEADER <unistd.h>\n#include HEADER",
    "digraph_header": "%:include <sys/mman.h>",
    "spliced_header": "#inc\\\nlude <fcntl.h>",
    "other_folder": '#include "/etc/passwd"',
    "solution": '#include "../gpu_given/packGraph.cu"',
    "embed": '#embed "/etc/passwd"',
}
HEADERS = "#include <cstdio>\n#include <cstdlib>\n#include <iostream>\n#include <vector>\n"


def _spliced(word: str, text: str) -> str:
    return text.replace(word, f"{word[:2]}\\\n{word[2:]}", 1)


def _pasted(word: str, text: str) -> str:
    return text.replace(word, f"GLUE({word[:2]}, {word[2:]})", 1)


def _in_macro(word: str, text: str) -> str:
    return "HIDDEN"


SPELLINGS = {
    "plain": ("", lambda word, text: text),
    "spliced": ("", _spliced),
    "pasted": ("#define GLUE(a, b) a##b\n", _pasted),
    "macro": ("#define HIDDEN {text}\n", _in_macro),
}


def variants() -> Iterator[tuple[str, partial[dict[str, str]]]]:
    number = 0
    for place, table in (("in", STATEMENTS), ("above", TOPS)):
        for name, (word, text) in table.items():
            for spelling, (head, spell) in SPELLINGS.items():
                above = head.replace("{text}", text.replace("\n", " "))
                path = KERNELS[(number := number + 1) % len(KERNELS)]
                yield f"{name}_{spelling}", partial(_with, path, place, above, spell(word, text))
    for name, text in DIRECTIVES.items():
        for path in KERNELS:
            yield f"{name}_{path.rsplit('/', 1)[-1][:-3]}", partial(_with, path, "above", "", text)


def _with(path: str, place: str, above: str, text: str, right: dict[str, str]) -> dict[str, str]:
    source = right[path]
    if place == "in":
        at = source.index("{", source.index("__global__")) + 1
        return {path: HEADERS + above + source[:at] + f"\n{text}\n" + source[at:]}
    at = source.index("__global__")
    return {path: source[:at] + f"{above}{text}\n" + source[at:]}
