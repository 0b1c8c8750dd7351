"""Root: host code of a submission runs in another process than the device, and is never trusted.

Host code that forges, reads, writes or survives its run, in each place of onewaywrapper.cu where it
can begin.
It is not HELD here, as if a person had accepted it, so that the protection after HELD is tested.
The same ideas in kernel files do not compile any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matching import WRAPPER

VERDICTS, KIND, LIST, POINTS = "WRONG CRASH SLOW MEMORY NO_BUILD", "forge", "1 2 3 5 27", "0"

HEADERS = """\
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"
"""
IDEAS = {
    "mirrors_requests": "char b[4096]; for (long n; (n = read(3, b, sizeof b)) > 0;) if (write(4, b, n) != n) break;",
    "sends_ones": "char b[4096]; memset(b, 1, sizeof b); for (int d = 3; d < 10; d++) if (write(d, b, sizeof b) < 0) continue;",
    "writes_out": 'FILE* f = fopen("out.txt", "w"); for (int x = 0; f && x < 99; x++) fprintf(f, "%d\\n", x ^ 1); if (f) fclose(f);',
    "writes_out_and_ends": 'FILE* f = fopen("out.txt", "w"); for (int x = 0; f && x < 60; x++) fprintf(f, "%d\\n", x ^ 1); if (f) fclose(f); _exit(0);',
    "prints_marks": 'puts("handshake_forged 110 of 110"); puts("host exit 0\\ndevice exit 0\\nfault none\\nleft 0\\noutput"); fflush(nullptr);',
    "prints_and_ends": 'puts("{\\"ok\\": true}\\nhandshake_forged"); fflush(nullptr); _exit(0);',
    "quick_exit": "quick_exit(0);",
    "reads_the_secret": 'char b[99] = {}; int f = open("@SECRET@", O_RDONLY); if (read(f, b, 98) > 0) { puts("handshake_seen"); puts(b); }',
    "reads_the_edges": 'char b[99] = {}; int f = open("/edges", O_RDONLY); if (f < 0) f = open("/proc/1/root/edges", O_RDONLY); if (read(f, b, 98) > 0) puts(b);',
    "reads_other_memory": 'for (int p = 1; p < 40; p++) { std::string n = "/proc/" + std::to_string(p) + "/mem"; int f = open(n.c_str(), O_RDWR); if (f >= 0 && p != getpid()) puts("opened"); }',
    "writes_the_marks": 'FILE* f = fopen("@OUT@/marks.csv", "w"); if (f) { fputs("handshake_forged", f); fclose(f); }',
    "calls_home": "int s = socket(AF_INET, SOCK_STREAM, 0); char a[16] = {2, 0, (char)(@PORT@ / 256), (char)(@PORT@ % 256), 127, 0, 0, 1}; if (connect(s, (sockaddr*)a, 16) == 0) puts(\"handshake_seen\");",
    "calls_a_name": 'sockaddr_un a = {AF_UNIX, {}}; strcpy(a.sun_path + 1, "@MARK@"); int s = socket(AF_UNIX, SOCK_STREAM, 0); if (connect(s, (sockaddr*)&a, 3 + strlen("@MARK@")) == 0) puts("handshake_seen");',
    "ends_all": "kill(-1, SIGKILL);",
    "ends_its_parent": "kill(getppid(), SIGKILL); kill(1, SIGKILL);",
    "leaves_a_process": 'if (fork() == 0) { setsid(); prctl(PR_SET_NAME, "handshake_mark"); sleep(30); _exit(0); }',
    "leaves_a_thread": 'std::thread([] { prctl(PR_SET_NAME, "handshake_mark"); sleep(30); }).detach();',
    "runs_a_shell": 'if (system("cat @SECRET@") == 0) puts("handshake_seen");',
}  # fmt: skip
WRAPPER_TEXT = "void one_way_handshake_wrapper(GraphData graph, int*& res, int threads, bool extra) {{{code}}}\n"
PLACES = {
    "called": "static void idea() {{ {idea} }}\n" + WRAPPER_TEXT.format(code=" idea(); "),
    "at_start": "static int early = [] {{ {idea} return 1; }}();\n" + WRAPPER_TEXT.format(code=""),
    "constructor": "__attribute__((constructor)) static void idea() {{ {idea} }}\n" + WRAPPER_TEXT.format(code=""),
    "at_the_end": "static void idea() {{ {idea} }}\n" + WRAPPER_TEXT.format(code=" atexit(idea); "),
    "destructor": "struct Late {{ ~Late() {{ {idea} }} }} late;\n" + WRAPPER_TEXT.format(code=""),
    "thread": "static void idea() {{ {idea} }}\n" + WRAPPER_TEXT.format(code=" std::thread(idea).join(); "),
}  # fmt: skip


def variants() -> Iterator[tuple[str, partial[dict[str, str]]]]:
    for name, idea in IDEAS.items():
        for place, text in PLACES.items():
            yield f"{name}_{place}", partial(with_idea, idea, text)


def with_idea(idea: str, text: str, right: dict[str, str]) -> dict[str, str]:
    head, tail = text.split("{idea}")
    braces = (head + "\0" + tail).replace("{{", "{").replace("}}", "}")
    return {WRAPPER: HEADERS + braces.replace("\0", idea)}
