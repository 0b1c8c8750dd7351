"""Finds in the object of a kernel file what no kernel asks for: functions that work on the host.

On a GPU there is no host code in a kernel file. On the CPU a kernel is host code, which could open
files, answer for the kernel or end the program; the sandbox bounds what comes of it, but a result
that was computed outside of the kernel is no result of the kernel. So a person looks first.
"""

from __future__ import annotations

import re

# What the kernels that we know of need, and what the compiler puts in by itself.
_NEEDED = re.compile(
    r"""cuda_on_cpu_\w+ | cuda[A-Z]\w+ | _GLOBAL_OFFSET_TABLE_ | __dso_handle | __tls_get_addr
    | puts | putchar | fputs | fputc | fwrite | std(?:out|err) | v?f?printf
    | __(?:f|vf)?printf_chk | __assert_fail | abort | __stack_chk_fail
    | malloc | calloc | realloc | free | mem(?:cpy|move|set|cmp|chr) | __mem\w+_chk | str\w+
    | (?:f?abs|l?l?abs|l?l?r(?:ound|int)|nearbyint|ceil|floor|trunc|round|sqrt|cbrt|pow|exp2?|expm1
        |log|log2|log10|log1p|fmin|fmax|fmod|remainder|a?sinh?|a?cosh?|a?tanh?|atan2|hypot|fma
        |ldexp|frexp|copysign|erfc?|tgamma|lgamma|scalbn|ilogb|logb|modf|sincos)[fl]?
    | qsort | rand | srand | clock | atoi | sn?printf | __sn?printf_chk | __isoc\d+_strto\w+
    | u?div(?:di|ti)3 | __(?:u?(?:div|mod|mul)\w+|popcount\w+|c[lt]z\w+)
    | _Zn[wa]\w+ | _Zd[la]\w+ | _ZSt\w+ | _ZNSo\w+ | _ZNSt8ios_base4Init[CD]1Ev | _ZNKSt\w+
    | _ZTV\w+ | _ZTI\w+ | _Unwind_Resume | __gxx_personality_v0 | __cxa_\w+ | _ZNSt\w+
    | __tsan_\w+""",
    re.VERBOSE,
)
_HOST = re.compile(r"_ZNK?St(?:6thread|10filesystem|1[34]basic_[io]?f)\w*")
MOST_SHOWN = 5


def host_calls(undefined_names: str) -> list[str]:
    """From what `nm --undefined-only --format=posix` prints: the functions that no kernel needs."""
    names = {line.split()[0] for line in undefined_names.splitlines() if line.strip()}
    return sorted(name for name in names if not _NEEDED.fullmatch(name) or _HOST.match(name))


def in_words(calls: list[str]) -> str:
    return ", ".join(calls[:MOST_SHOWN]) + (", ..." if len(calls) > MOST_SHOWN else "")
