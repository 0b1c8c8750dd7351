"""Which kernel files wait for a person: those whose objects ask for what only host code needs."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from handshake_grader.examine.bench import Bench
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import FILTER, Submission
from handshake_grader.kit.host_code import host_calls
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import read_settings

SETTINGS = Path(__file__).resolve().parents[2] / "settings/matching.toml"

HEADERS = ("cmath", "cstdio", "cstdlib", "cstring", "ctime", "iostream")
INCLUDES = "".join(f"#include <{header}>\n" for header in HEADERS)


def calls_of(tmp_path, body: str, includes: str = "") -> list[str]:
    text = f"{INCLUDES}{includes}\nvoid kernel(int* a, float f) {{ {body} }}\n"
    (tmp_path / "x.cpp").write_text(text)
    compiled = ["g++", "-std=c++17", "-O1", "-w", "-c", "x.cpp"]
    subprocess.run(compiled, cwd=tmp_path, check=True)
    names = ["nm", "--undefined-only", "--format=posix", "x.o"]
    said = subprocess.run(names, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    return host_calls(said)


@pytest.mark.parametrize(
    "body",
    [
        'a[0] = 1; printf("%d", a[0]); fprintf(stderr, "x");',
        "a[0] = sqrtf(f) + pow(f, 2) + floor(f) + std::abs(f) + fmodf(f, 2);",
        "int* more = (int*)malloc(f); memset(more, 0, 4); memcpy(a, more, 4); free(more);",
        "int* one = new int[3]; delete[] one; delete new int;",
        "static int once = rand(); a[0] = once; abort();",
        "std::cout << a[0] << std::endl;",
        "a[0] = clock();",
    ],
)
def test_what_kernels_use_is_let_through(tmp_path, body):
    assert calls_of(tmp_path, body) == []


@pytest.mark.parametrize(
    "body, includes, name",
    [
        ('fopen("out.txt", "w");', "", "fopen"),
        ("_exit(0);", "#include <unistd.h>", "_exit"),
        ("exit(0);", "", "exit"),
        ("syscall(1, 2);", "#include <unistd.h>", "syscall"),
        ('system("true");', "", "system"),
        ("read(3, a, 4);", "#include <unistd.h>", "read"),
        ('std::ofstream("x") << 1;', "#include <fstream>", "basic_ofstream"),
        ("std::thread([] {}).join();", "#include <thread>", "St6thread"),
        ('a[0] = getenv("X") != nullptr;', "", "getenv"),
        ('dlsym(nullptr, "open");', "#include <dlfcn.h>", "dlsym"),
        ("open(0, 0);", 'extern "C" int open(const char*, int);', "open"),
    ],
)
def test_what_only_host_code_uses_is_held(tmp_path, body, includes, name):
    assert any(name in call for call in calls_of(tmp_path, body, includes))


class Calling:
    """A builder whose objects all call the system."""

    def host_calls(self, path):
        return ["getpid"]


def test_what_a_person_accepted_is_this_file_and_no_later_one():
    accepted = {"sha256": hashlib.sha256(b"first").hexdigest(), "reason": "harmless"}
    settings = read_settings(SETTINGS)
    sandbox = settings.sandbox.model_validate({"host_code": [accepted]})
    settings = settings.model_copy(update={"sandbox": sandbox})
    item = next(one for one in items_of(settings) if one.id == "filter.alone")
    verdicts = []
    for text in (b"first", b"second"):
        attempt = Attempt(Student("ab123"), "", None, Submission({FILTER: text}))
        held = Bench(None, settings, None, attempt, Calling()).obstacle(item, [FILTER])
        verdicts.append(held and (held.verdict.value, held.evidence[0].text))

    assert verdicts == [None, ("HELD", f"sha256 {hashlib.sha256(b'second').hexdigest()}")]
