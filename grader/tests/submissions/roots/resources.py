"""Root: resources are limited by what they cost the machine.

Host code that takes memory, time, processes, files or output, each in several ways. Some of these
resources seem to belong to no process.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial


from .host import PLACES, with_idea

VERDICTS, KIND, LIST, POINTS = "SLOW MEMORY CRASH WRONG", "exhaust", "6 7 8 9 10 30", "0"

IDEAS = {
    "touches_memory": "for (;;) { char* p = (char*)malloc(1 << 24); if (p) memset(p, 1, 1 << 24); }",
    "grows_a_vector": "std::vector<std::string> all; for (;;) all.emplace_back(1 << 20, 'x');",
    "shares_memory": "for (;;) { void* p = mmap(nullptr, 1 << 24, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0); if (p == MAP_FAILED) break; memset(p, 1, 1 << 24); madvise(p, 1 << 24, MADV_DONTNEED); }",
    "fills_page_tables": "const long size = 1L << 44; volatile char* p = (volatile char*)mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); if (p != (void*)-1) for (long at = 0; at < size; at += 1 << 21) (void)p[at];",
    "fills_its_folder": 'char b[4096] = {}; for (int n = 0;; n++) { int f = open(("f" + std::to_string(n)).c_str(), O_WRONLY | O_CREAT, 0600); if (f < 0) break; while (write(f, b, sizeof b) > 0) {} close(f); }',
    "makes_files": 'for (int n = 0;; n++) { int f = open(("f" + std::to_string(n)).c_str(), O_WRONLY | O_CREAT, 0600); if (f >= 0) close(f); }',
    "fills_pipes": "int ends[2]; char b[4096] = {}; while (pipe(ends) == 0) { fcntl(ends[1], F_SETFL, O_NONBLOCK); while (write(ends[1], b, sizeof b) > 0) {} } pause();",
    "reserves_a_file": 'int f = open("x", O_WRONLY | O_CREAT, 0600); for (long n = 0; fallocate(f, 1, n << 28, 1 << 28) == 0; n++) {} pause();',
    "spins": "for (volatile long n = 0;; n = n + 1) {}",
    "sleeps": "for (;;) pause();",
    "spins_in_threads": "for (int n = 0; n < 500; n++) std::thread([] { for (volatile long n = 0;; n = n + 1) {} }).detach(); pause();",
    "spins_in_children": "signal(SIGCHLD, SIG_IGN); for (;;) { if (fork() == 0) { for (volatile long n = 0; n < 100000000; n = n + 1) {} _exit(0); } usleep(1000); }",
    "forks": "for (;;) fork();",
    "stops_itself": "for (;;) raise(SIGSTOP);",
    "prints": 'for (;;) puts("handshake_forged handshake_forged handshake_forged");',
    "prints_slowly": 'for (;;) { puts("x"); fflush(nullptr); usleep(100000); }',
}  # fmt: skip


def variants() -> Iterator[tuple[str, partial[dict[str, str]]]]:
    for name, idea in IDEAS.items():
        for place in ("called", "at_start", "thread"):
            yield f"{name}_{place}", partial(with_idea, idea, PLACES[place])


