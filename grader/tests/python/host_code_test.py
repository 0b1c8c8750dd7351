"""A file whose object does anything except compute and use CUDA is held until a person reads it."""

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from handshake_grader.examine.bench import Bench
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.host_code import host_calls
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import read_settings
from matching import EXTRA, FILTER, LAB, WRAPPER

TREE = Path(__file__).resolve().parents[3]
SETTINGS = TREE / "grader/settings/matching.toml"

HEADERS = (
    *("algorithm", "chrono", "cmath", "cstdio", "cstdlib", "cstring", "ctime", "functional"),
    *("iomanip", "iostream", "map", "memory", "numeric", "queue", "random", "set", "sstream"),
    *("stdexcept", "string", "unordered_map", "vector"),
)
INCLUDES = "".join(f"#include <{header}>\n" for header in HEADERS)
OPTIMIZATIONS = ("-O2", "-O0", "-fsanitize=thread")


# This makes ccache ignore the path of the folder, so that it recognizes files that an earlier run
# compiled in another folder.
ANYWHERE = {**os.environ, "CCACHE_NOHASHDIR": "1"}


@pytest.fixture(scope="module")
def inspector(tmp_path_factory) -> Path:
    """The program that inspects objects, next to folders with precompiled headers. Without these
    folders, each test would spend most of its time on compiling headers."""
    out = tmp_path_factory.mktemp("cuda_on_cpu")
    words = ["make", "-s", "-C", str(TREE / "src/cuda_on_cpu"), f"OUT={out}"]
    subprocess.run([*words, str(out / "cuda_on_cpu_inspect")], check=True, stdout=subprocess.PIPE)
    for optimize in OPTIMIZATIONS:
        (out / optimize).mkdir()
        (out / optimize / "all.hpp").write_text(INCLUDES)
        words = [*compiler(optimize), f"./{optimize}/all.hpp"]
        subprocess.run(words, cwd=out, env=ANYWHERE, check=True)
    return out / "cuda_on_cpu_inspect"


def compiler(optimize: str) -> list[str]:
    return ["g++", "-std=c++17", optimize, "-g", "-w"]


def calls_of(inspector: Path, body: str, before: str, optimize: str = "-O2") -> list[str]:
    folder = inspector.parent
    text = f"{before}\nint wrapper(int* a, float f) {{ {body}; return 0; }}\n"
    (folder / "x.cpp").write_text(text)
    words = [*compiler(optimize), "-include", f"./{optimize}/all.hpp", "-c", "x.cpp"]
    subprocess.run(words, cwd=folder, env=ANYWHERE, check=True)
    words = [str(inspector), "--host", "x.o"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    calls = host_calls(done.stderr)
    assert done.returncode == (1 if calls else 0), done.stderr
    return calls


@pytest.mark.parametrize("optimize", OPTIMIZATIONS)
@pytest.mark.parametrize(
    "body",
    [
        'a[0] = 1; printf("%d", a[0]); fprintf(stderr, "x"); fflush(stdout); puts("x")',
        "a[0] = sqrtf(f) + pow(f, 2) + floor(f) + std::abs(f) + fmodf(f, 2) + log2(f)",
        "int* more = (int*)malloc(f); memset(more, 0, 4); memcpy(a, more, 4); free(more)",
        "int* one = new int[3]; delete[] one; delete new int",
        "static int once = rand(); a[0] = once; if (f > 1) exit(1); if (f > 2) abort()",
        "std::cout << a[0] << std::setw(3) << std::fixed << f << std::endl; std::cerr << a",
        "std::vector<int> v(a, a + 9); std::sort(v.begin(), v.end()); v.at(3) = 1; kept = v",
        "std::stable_sort(a, a + 9); a[0] = std::accumulate(a, a + 9, 0); qsort(a, 9, 4, nullptr)",
        "std::map<int, std::string> m; m[1] = 'x'; std::set<int> s{1}; s.erase(1); a[0] = m.size()",
        "std::unordered_map<std::string, int> m; m[std::to_string(f)] = 1; a[0] = m.count(words)",
        "a[0] = (std::chrono::steady_clock::now() - std::chrono::steady_clock::now()).count()"
        " + std::chrono::high_resolution_clock::now().time_since_epoch().count()",
        "std::ostringstream o; o << f; std::string s = o.str() + words; a[0] = std::stoi(s)",
        "std::mt19937 g(std::random_device{}()); a[0] = std::uniform_int_distribution<>(0, 9)(g)",
        'try { throw std::runtime_error("x"); } catch (std::exception& e) { puts(e.what()); }',
        "std::priority_queue<int> q; q.push(1); std::function<int(int)> g ="
        " [](int i) { return i; }; a[0] = g(q.top()) + *std::make_shared<int>(3)",
        "struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); a[0] = clock() + time(nullptr)",
    ],
)
def test_calls_that_wrappers_use_are_allowed(inspector, body, optimize):
    before = 'std::vector<int> kept;\nconst std::string words = "words";'

    assert calls_of(inspector, body, before, optimize) == []


@pytest.mark.parametrize(
    "body, before, name",
    [
        ('fopen("out.txt", "w")', "", "fopen"),
        ("_exit(0)", "#include <unistd.h>", "_exit"),
        ("syscall(1, 2)", "#include <unistd.h>", "syscall"),
        ('system("true")', "", "system"),
        ("read(3, a, 4)", "#include <unistd.h>", "read"),
        ('std::ofstream("x") << 1', "#include <fstream>", "std::basic_ofstream"),
        ("std::thread([] {}).join()", "#include <thread>", "std::thread::join"),
        ('a[0] = getenv("X") != nullptr', "", "getenv"),
        ('dlsym(nullptr, "open")', "#include <dlfcn.h>", "dlsym"),
        ("open(0, 0)", 'extern "C" int open(const char*, int);', "open"),
        ("forget()", "namespace handshake::runner { void finish_tracing(); }\n"
         "void forget() { handshake::runner::finish_tracing(); }",
         "handshake::runner::finish_tracing"),
        ('asm("syscall")', "", "the instruction syscall"),
        ('asm("int $0x80")', "", "the instruction int"),
    ],
)  # fmt: skip
def test_code_that_uses_the_system_is_held_and_its_line_is_named(inspector, body, before, name):
    line = len(before.split("\n")) + (0 if "forget" in body else 1)

    calls = calls_of(inspector, body, before)

    places = [call.removeprefix(f"{name} at ") for call in calls if call.startswith(f"{name} at ")]
    assert any(place.endswith(f"/x.cpp:{line}") for place in places), calls


@pytest.mark.parametrize(
    "before, what",
    [
        ("__attribute__((constructor)) void early() { kept = 1; }", "early before main"),
        ("__attribute__((destructor)) void late() { kept = 1; }", "the section .fini_array"),
        ('extern "C" int close(int) { return 0; }', "its own close"),
        ('extern "C" void* malloc(size_t) { return nullptr; }', "its own malloc"),
        ('extern "C" inline __attribute__((used)) int close(int) { return 0; }', "its own close"),
        ('__attribute__((used)) inline void* operator new(size_t n) { return malloc(n); }',
         "its own operator new"),
        ('__attribute__((section(".hidden,\\"ax\\"#"))) int code[1] = {1};', "the section .hidden"),
        ('extern "C" { static int (*pick())() { return nullptr; }\n'
         'int chosen() __attribute__((ifunc("pick"))); }', "a symbol of an unusual kind, chosen"),
    ],
)  # fmt: skip
def test_code_that_runs_before_main_or_replaces_functions_is_held(inspector, before, what):
    calls = calls_of(inspector, "a[0] = kept", f"int kept = 0;\n{before}")

    assert any(call.startswith(what) for call in calls), calls


@pytest.mark.parametrize("options", [["--host"], []], ids=["host", "device"])
def test_an_object_for_another_processor_is_refused_with_a_message(inspector, tmp_path, options):
    """The inspecting program knows the sections and instructions of only one kind of processor."""
    machine_at, of_risc_v = 18, 243  # the offset in the object's header; RISC-V's number
    calls_of(inspector, "a[0] = 1", "")
    words = bytearray((inspector.parent / "x.o").read_bytes())
    words[machine_at : machine_at + 2] = of_risc_v.to_bytes(2, "little")
    (tmp_path / "other.o").write_bytes(words)

    command = [str(inspector), *options, str(tmp_path / "other.o")]
    done = subprocess.run(command, capture_output=True, text=True)

    said = f"inspect: {tmp_path}/other.o: it is for another kind of processor\n"
    assert (done.returncode, done.stderr) == (2, said)


class Calling:
    """A builder whose object files all call getpid."""

    def host_calls(self, path):
        return ["getpid"]


def held(item_id: str, path: str, files: dict[str, bytes], accepted: str):
    """The verdict and the checksum of a held file; None if a person has accepted the checksum."""
    settings = read_settings(SETTINGS)
    table = {"host_code": [{"sha256": accepted, "reason": "harmless"}]}
    sandbox = settings.sandbox.model_validate(table)
    settings = settings.model_copy(update={"sandbox": sandbox})
    item = next(one for one in items_of(settings) if one.id == item_id)
    attempt = Attempt(Student("ab123"), "", None, Submission(LAB, files))
    result = Bench(None, settings, None, attempt, Calling()).obstacle(item, [path])
    return result and (result.verdict.value, result.evidence[0].text)


def sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def test_a_person_who_accepts_a_file_does_not_accept_a_later_version():
    first = sha256(b"first")

    assert held("filter.alone", FILTER, {FILTER: b"first"}, first) is None
    later = held("filter.alone", FILTER, {FILTER: b"second"}, first)
    assert later == ("HELD", f"sha256 {sha256(b'second')}")


def test_a_person_who_accepts_a_wrapper_accepts_it_with_one_text_of_extra_only(tmp_path):
    read = {WRAPPER: b"wrapper", EXTRA: b"extra"}
    for path, text in read.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text)
    command = f"sha256sum {WRAPPER} {EXTRA} | sha256sum"  # as docs/ta_guide.md says
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
    accepted = done.stdout.split()[0]

    assert held("memory.alone", WRAPPER, read, accepted) is None
    for others in ({**read, EXTRA: b"other"}, {**read, WRAPPER: b"other"}, {WRAPPER: b"wrapper"}):
        assert held("memory.alone", WRAPPER, others, accepted)[0] == "HELD"
    of_one_file = held("memory.alone", WRAPPER, read, sha256(b"wrapper"))
    assert of_one_file == ("HELD", f"sha256 {accepted}")
