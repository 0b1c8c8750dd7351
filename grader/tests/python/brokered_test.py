"""The host code and the kernels of a submission run in two processes: host and device. The broker
observes the work of the device. A right result that the device did not compute gets no points.

The tests build the kit, which takes minutes the first time.
"""

from dataclasses import replace
from pathlib import Path

import pytest

import matrix_corpus
import needs
from corpus import FOLDER
from handshake_grader.examine import by_suite, confirmation
from handshake_grader.examine.bench import Bench
from handshake_grader.examine.examiner import KitExaminer
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.kit import build_kit
from handshake_grader.messages import SENTENCES
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import ItemResult, Verdict
from host_code import moving, serial_step_one
from matching import EXTRA, FILTER, HANDSHAKING, LAB, PATHS, WRAPPER
from sample_class import small_settings
from skeleton import with_blocks

pytestmark = needs.sandbox

ALONE, TOGETHER, RIGHT = "memory.alone", "together.everything", "extra.right"
CALL = "const int passes = one_way_handshake(graph, res, numthreads, extra_credit);"
MATCHES_DOWN = (
    "CUDA_CHECK(cudaMemcpy(matches, matches_gpu, numVertices * sizeof(int), cudaMemcpyDeviceToHost"
)
FORMS_OF_KERNELS = """
__device__ int counter;
static __constant__ int limits[2];
static __global__ void of_this_file_gpu(int* to, int value) { *to = value; }
extern "C" {
__device__ int successor(int value) { return value + 1; }
__global__ void with_a_name_of_c_gpu(int* to) { *to = successor(*to); }
}
namespace mine {
template <class T>
__global__ void of_a_template_gpu(T* to, int) { *to += 2; }
}  // namespace mine

static void require(bool holds) {
  if (!holds) throw std::runtime_error("a kernel was not found, or did not run");
}

static void try_all_forms() {
  int *place = nullptr, seen = 0, value = 5, four = 4;
  cudaMalloc(&place, sizeof(int));
  void* arguments[] = {&place, &value};
  cudaLaunchKernel(of_this_file_gpu, dim3(1), dim3(1), arguments, 0, 0);
  mine::of_a_template_gpu<<<1, 1>>>(place, 0);
  cudaMemcpy(&seen, place, sizeof(int), cudaMemcpyDeviceToHost);
  require(seen == 7);
  with_a_name_of_c_gpu<<<1, 1>>>(place);
  cudaMemcpy(&seen, place, sizeof(int), cudaMemcpyDeviceToHost);
  require(seen == 8);
  cudaMemcpyToSymbol(counter, &four, sizeof four);
  cudaMemcpyFromSymbol(&seen, counter, sizeof seen);
  require(seen == 4);
  require(cudaMemcpyToSymbol(limits, &value, sizeof value, sizeof value) == cudaSuccess);
  cudaMemcpyFromSymbol(&seen, limits, sizeof seen, sizeof seen);
  require(seen == 5);
  cudaFuncAttributes known;
  require(cudaFuncGetAttributes(&known, of_this_file_gpu) == cudaSuccess);
  require(known.maxThreadsPerBlock == 1024);
  of_this_file_gpu<<<1, 4096>>>(place, 0);
  require(cudaGetLastError() == cudaErrorInvalidConfiguration);
  cudaFree(place);
}
"""


@pytest.fixture(scope="module")
def examiner(tmp_path_factory, request):
    return examiner_of(small_settings(), request, tmp_path_factory.mktemp("brokered"))


def examiner_of(settings: str, request, folder: Path) -> KitExaminer:
    read = parse_settings(settings, "small")
    tree = Path(request.config.getoption("--tree"))
    return KitExaminer(build_kit(tree, LAB), read, CaseSeeds(bytes(32), read.assignment.id), folder)


def solution(examiner) -> dict[str, str]:
    return {path: (examiner.kit.root / path).read_text() for path in PATHS}


def attack(examiner, name: str) -> dict[str, str]:
    """The files of the attack, and our own files in place of the files that the attack lacks."""
    files = {path: FOLDER / "WRONG" / name / path for path in PATHS}
    found = {path: file.read_text() for path, file in files.items() if file.exists()}
    return {**solution(examiner), **found}


def with_wrapper(examiner, *pairs: tuple[str, str]) -> dict[str, str]:
    files = solution(examiner)
    for old, new in pairs:
        assert files[WRAPPER].count(old) == 1, old
        files[WRAPPER] = files[WRAPPER].replace(old, new)
    return files


def examined(examiner, files: dict[str, str], item_id: str) -> ItemResult:
    submission = Submission(LAB, {path: text.encode() for path, text in files.items()})
    attempt = Attempt(Student("ab123", "", ""), "submit_me.tar", None, submission)
    item = next(one for one in items_of(examiner.settings) if one.id == item_id)
    with examiner.open(attempt) as examination:
        return examination.examine(item)


def is_wrong_with(result: ItemResult, code: str, kernel: str = "", array: str = "") -> bool:
    print(result)
    said = SENTENCES[code].format(kernel=kernel, array=array)
    return result.verdict is Verdict.WRONG and result.summary.endswith(said)


@pytest.mark.parametrize("item", [ALONE, TOGETHER, RIGHT])
def test_the_solution_is_right(examiner, item):
    assert examined(examiner, solution(examiner), item).verdict is Verdict.OK


# Some entries of the corpus; grader/tests/right_grading.py grades every right entry, in all parts.
@pytest.mark.parametrize(
    "item, entry",
    [
        (ALONE, "memory/table_of_arrays"),
        (ALONE, "memory/own_kernel_fills"),
        (ALONE, "memory/managed_arrays"),
        (RIGHT, "memory/managed_arrays"),
        (RIGHT, "memory/managed_arrays_read_by_the_cpu"),
        (RIGHT, "extra/first_edge_walks"),
        (RIGHT, "extra/helpers_of_every_kind"),
        (TOGETHER, "extra/equal_names_in_all_files"),
    ],
)
def test_other_right_submissions_are_right(examiner, item, entry):
    file = matrix_corpus.CORPUS / "right" / f"{entry}.cu"
    changed = matrix_corpus.apply(matrix_corpus.read_entry(file, matrix_corpus.CORPUS))

    files = {**solution(examiner), **changed.files}

    assert examined(examiner, files, item).verdict is Verdict.OK


@pytest.mark.parametrize("item", [ALONE, TOGETHER, RIGHT])
def test_a_wrapper_that_matches_on_the_host_and_launches_nothing_is_noticed(examiner, item):
    result = examined(examiner, attack(examiner, "matches_on_the_host"), item)

    assert is_wrong_with(result, "device_not_launched", "check_handshaking_gpu")


def test_empty_kernels_are_noticed_if_the_host_copies_the_answer_to_the_device(examiner):
    result = examined(examiner, attack(examiner, "copies_the_answer_up"), TOGETHER)

    assert is_wrong_with(result, "device_left_wrong", "check_handshaking_gpu", "matches")


def test_an_empty_filter_kernel_is_noticed_if_the_host_fills_keepEdges_before_launch(examiner):
    files = attack(examiner, "copies_the_answer_up")
    files[HANDSHAKING] = solution(examiner)[HANDSHAKING]
    launch = "    markFilterEdges_gpu<<<blocks, 256>>>(src, dst, matches, sums, edges);\n"
    copy = "    put(sums, keep);\n"
    assert files[WRAPPER].count(launch) == files[WRAPPER].count(copy) == 1
    files[WRAPPER] = files[WRAPPER].replace(launch, "").replace(copy, copy + launch)

    result = examined(examiner, files, TOGETHER)

    assert is_wrong_with(result, "device_left_wrong", "markFilterEdges_gpu", "keepEdges")


def test_a_wrapper_that_computes_step_1_on_the_host_gets_no_extra_credit(examiner):
    result = examined(examiner, attack(examiner, "step_one_on_the_host"), RIGHT)

    assert is_wrong_with(result, "device_step_on_cpu")


ENDLESS = "for (;;) continue;"
GREEDY = "std::vector<std::vector<char>> all; for (;;) all.emplace_back(1 << 24, 1);"


@pytest.mark.parametrize("item", [ALONE, TOGETHER, RIGHT])
def test_host_code_may_return_at_once_on_a_graph_without_edges(request, tmp_path, item):
    graphs = small_settings().replace('"path 5", "ties 30 60"', '"path 1", "path 5"')
    examiner = examiner_of(graphs, request, tmp_path)
    declared = "  int* strongNeighbor_gpu = nullptr;"
    at_once = (declared, f"  if (graph.numEdges == 0) return 1;\n{declared}")

    assert examined(examiner, with_wrapper(examiner, at_once), item).verdict is Verdict.OK


@pytest.mark.parametrize("way_out", [ENDLESS, GREEDY])
def test_an_endless_step_1_on_the_host_gains_nothing(examiner, monkeypatch, way_out):
    """The confirmation finds out where step 1 runs. On its graph, step 1 does not end."""
    monkeypatch.setattr(confirmation, "FLOORS", 1)
    files = attack(examiner, "step_one_on_the_host")
    assert files[WRAPPER].count(CALL) == 1
    files[WRAPPER] = files[WRAPPER].replace(
        CALL, f"if (graph.numNodes == 4000) {{ {way_out} }} {CALL}"
    )

    result = examined(examiner, files, "extra.plain")

    assert result.verdict is Verdict.NOT_CHECKED and result.is_doubted


def test_a_wrapper_with_step_1_on_the_host_is_right_without_the_flag_extra(examiner):
    files = attack(examiner, "step_one_on_the_host")

    assert examined(examiner, files, TOGETHER).verdict is Verdict.OK


def solving_on_the_host(examiner, *pairs: tuple[str, str]) -> dict[str, str]:
    """The kernels run, but the host returns a result that it computed itself."""
    serial = (FOLDER / "WRONG/matches_on_the_host" / WRAPPER).read_text()
    serial = serial[serial.index("void one_way") :].replace("one_way_handshake_wrapper", "solve")
    scratch = "std::vector<int> none(graph.numNodes, UNMATCHED); int* scratch = none.data();"
    return with_wrapper(
        examiner,
        (CALL, f"solve(graph, res, 1, false); {scratch} {CALL.replace('res', 'scratch')}"),
        ("static std::string no_progress", f"{serial}\nstatic std::string no_progress"),
        *pairs,
    )


def test_a_result_that_was_not_copied_from_the_device_is_noticed(examiner):
    none_copied = MATCHES_DOWN.replace("numVertices", "0 * numVertices")
    files = solving_on_the_host(examiner, (MATCHES_DOWN, none_copied))

    assert is_wrong_with(examined(examiner, files, ALONE), "device_not_copied")


SRC_ALLOCATED = "CUDA_CHECK(cudaMalloc((void**)&src_gpu, edgeBytes));"
SRC_COPIED = "CUDA_CHECK(cudaMemcpy(src_gpu, graph.src, edgeBytes, cudaMemcpyHostToDevice));"
SHORT = "cudaMalloc((void**)&src_gpu, 8);"
UNCHECKED = "cudaMemcpy(src_gpu, graph.src, edgeBytes, cudaMemcpy{}); cudaGetLastError();"
FILTER_NOTHING = """#include "gpuHeaders.cuh"
__global__ void markFilterEdges_gpu(int*, int*, int*, int* keepEdges, int numEdges) {
  for (int e = threadIdx.x; e < numEdges; e += blockDim.x) keepEdges[e] = 0;
}
"""


@pytest.mark.parametrize(
    "code, allocated, copied",
    [
        ("device_given_short", SHORT, UNCHECKED.format("HostToDevice")),
        ("device_given_uncopied", SRC_ALLOCATED, UNCHECKED.format("DeviceToHost")),
        ("device_given_wrong", SRC_ALLOCATED, SRC_COPIED.replace("graph.src", "graph.dst")),
    ],
)  # fmt: skip
def test_an_input_of_a_launch_that_is_wrong_is_named_with_what_was_seen(
    examiner, code, allocated, copied
):
    """Nothing checks the errors of the two calls, as in the wrapper of an earlier year. The result
    is right, because the host computed it."""
    files = solving_on_the_host(examiner, (SRC_ALLOCATED, allocated), (SRC_COPIED, copied))
    files[FILTER] = FILTER_NOTHING

    result = examined(examiner, files, TOGETHER)

    assert is_wrong_with(result, code, "markFilterEdges_gpu", "src")
    assert "not computed on the GPU" not in result.summary


def test_the_run_ends_after_bytes_that_are_not_a_message(examiner, monkeypatch):
    """This test allows host code that writes to descriptors. In grading, a person may allow it."""
    monkeypatch.setattr(Bench, "_held", lambda *_: None)
    noise = "char noise[4096]; memset(noise, 0x7f, sizeof noise);"
    noise += "for (int n = 0; n < 9; n++) if (write(4, noise, sizeof noise) < 0) break;"
    files = with_wrapper(examiner, (CALL, f"{noise} {CALL}"))
    files[WRAPPER] = "#include <unistd.h>\n" + files[WRAPPER]

    result = examined(examiner, files, ALONE)

    assert is_wrong_with(result, "device_forged")


@pytest.mark.parametrize("last", ["{3, 0}, 12", "{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1L << 29}, 88"])
def test_an_incomplete_message_at_the_end_of_a_run_is_not_accepted(examiner, monkeypatch, last):
    """At the very end of a right run, the host sends a part of a message head, or a head that
    announces 512 MiB."""
    monkeypatch.setattr(Bench, "_held", lambda *_: None)
    numbers, size = last.rsplit(", ", 1)
    at_the_end = (
        f"atexit([] {{ long it[11] = {numbers}; if (write(4, it, {size}) < 0) abort(); }});"
    )
    files = with_wrapper(examiner, (CALL, f"{at_the_end} {CALL}"))
    files[WRAPPER] = "#include <unistd.h>\n#include <cstdlib>\n" + files[WRAPPER]

    result = examined(examiner, files, ALONE)

    assert is_wrong_with(result, "device_forged")


def test_host_code_that_sends_messages_and_reads_no_answers_hits_a_limit(examiner, monkeypatch):
    monkeypatch.setattr(Bench, "_held", lambda *_: None)
    flood = "long it[11] = {9}; while (write(4, it, 88) > 0) continue;"
    files = with_wrapper(examiner, (CALL, f"{flood} {CALL}"))
    files[WRAPPER] = "#include <unistd.h>\n" + files[WRAPPER]

    assert examined(examiner, files, ALONE).verdict is Verdict.SLOW


def test_host_memory_that_kernels_use_is_refused_with_a_reason(examiner):
    wrapper = solution(examiner)[WRAPPER]
    line = next(line for line in wrapper.splitlines() if "&strongNeighbor_gpu" in line)
    mapped = (
        "void* of_host = nullptr; CUDA_CHECK(cudaMallocHost(&of_host, nodeBytes));"
        "CUDA_CHECK(cudaHostGetDevicePointer((void**)&strongNeighbor_gpu, of_host, 0));"
    )
    files = with_wrapper(examiner, (line, mapped))

    result = examined(examiner, files, ALONE)

    assert result.verdict is not Verdict.OK
    assert result.summary.startswith(SENTENCES["device_shared"])


# It differs from all arrays of the graph, and is neither constant nor 0, 1, 2, ...
MIXED_ARRAY = (
    "std::vector<int> mixed(300); for (int i = 0; i < 300; i++) mixed[i] = i * 77 % 300;"
    "int* mixed_gpu; cudaMalloc(&mixed_gpu, 1200);"
    "cudaMemcpy(mixed_gpu, mixed.data(), 1200, cudaMemcpyHostToDevice); cudaFree(mixed_gpu);"
)


def test_with_the_flag_extra_an_array_made_by_host_code_is_refused_with_a_reason(examiner):
    files = with_wrapper(examiner, (CALL, f"{MIXED_ARRAY} {CALL}"))

    assert is_wrong_with(examined(examiner, files, RIGHT), "device_told_too_much")


def test_wrong_values_are_blamed_and_not_the_number_of_calls_that_follow(examiner):
    wrong = SRC_COPIED.replace("graph.src", "graph.dst")
    files = solving_on_the_host(examiner, (SRC_COPIED, f"{MIXED_ARRAY} {wrong}"))

    result = examined(examiner, files, RIGHT)

    assert is_wrong_with(result, "device_given_wrong", "check_handshaking_gpu", "strongNeighbor")


READS_A_FILE = """
__host__ __device__ void read_file(int* to, int n) {
  FILE* file = fopen("table", "rb");
  if (file == nullptr) return;
  if (fread(to, 4, n, file) > 0 && file != stdin) fclose(file);
}
__global__ void read_gpu(int* to, int n) {
  read_file(to, n);
}
"""
OPEN = {"table": 'fopen("table", "rb")', "/proc/self/fd/0": "stdin"}
TO, FROM = "strongNeighbor_gpu + x", "numbers_gpu + found[x]"
COPIES = f"cudaMemcpy({TO}, {FROM}, 4, cudaMemcpyDeviceToDevice)"
LAUNCHES = f"exclusive_prefix_sum_gpu<<<1, 1>>>({FROM}, {TO}, 1, 1)"


@pytest.mark.parametrize("item, move", [("extra.plain", COPIES), (RIGHT, LAUNCHES)])
def test_step_1_on_the_host_cannot_pass_its_result_by_moving_numbers_on_the_device(
    examiner, item, move
):
    """The host may send the numbers 0, 1, 2, ... to the device. If it then copies each number to
    the right element there, the device has a result of step 1 that the host computed."""
    files = solution(examiner)
    files[WRAPPER] = serial_step_one(files[WRAPPER], moving(f"if (found[x] >= 0) {move};"))

    assert is_wrong_with(examined(examiner, files, item), "device_told_too_much")


@pytest.mark.parametrize("place", ["table", "/proc/self/fd/0"])
@pytest.mark.parametrize("item", ["extra.plain", RIGHT])
def test_step_1_on_the_host_cannot_pass_its_result_to_the_device_in_a_file(
    examiner, monkeypatch, item, place
):
    """This test allows host code that reads and writes files. In grading, a person may allow it.
    /proc/self/fd/0 is the standard input, a pipe that host and device share."""
    monkeypatch.setattr(Bench, "_held", lambda *_: None)
    files = solution(examiner)
    step = f'FILE* file = fopen("{place}", "wb"); fwrite(found.data(), 4, numVertices, file);'
    step += "fclose(file); read_gpu<<<1, 1>>>(strongNeighbor_gpu, numVertices);\n"
    files[WRAPPER] = serial_step_one(files[WRAPPER], step)
    files[EXTRA] += READS_A_FILE.replace('fopen("table", "rb")', OPEN[place])

    assert examined(examiner, files, item).verdict is not Verdict.OK


ASKS_ABOUT_OTHERS = """
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>
__host__ __device__ int device_learns(int host) {
  struct stat file; rlimit limit; cpu_set_t set; timespec time; struct sysinfo machine; char byte;
  return (fstat(2, &file) == 0) + 10 * (prlimit(host, RLIMIT_NOFILE, nullptr, &limit) == 0) +
         100 * (sched_getaffinity(host, sizeof set, &set) == 0) + 1000 * (read(0, &byte, 1) >= 0) +
         10000 * (clock_gettime(~host * 8 + 2, &time) == 0) + 100000 * (sysinfo(&machine) == 0) +
         1000000 * (syscall(SYS_tgkill, host, host, 0) == 0);
}
__global__ void learns_gpu(int* to, int host) {
  *to = device_learns(host);
}
static int host_reaches() {
  rlimit limit; cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  int reached = 0;
  for (int other = 1; other < 99; other++) {
    if (other == getpid()) continue;
    reached += kill(other, 0) == 0 || prlimit(other, RLIMIT_NOFILE, nullptr, &limit) == 0 ||
               sched_setaffinity(other, sizeof set, &set) == 0;
  }
  return reached;
}
"""


def test_host_and_device_exchange_only_messages(examiner, monkeypatch):
    monkeypatch.setattr(Bench, "_held", lambda *_: None)
    asks = "int learned = 0, *place = nullptr; cudaMalloc(&place, 4);"
    asks += "learns_gpu<<<1, 1>>>(place, getpid()); cudaMemcpy(&learned, place, 4,"
    asks += "cudaMemcpyDeviceToHost); cudaFree(place);"
    asks += 'if (learned + host_reaches() != 0) throw std::runtime_error("learned something");'
    files = with_wrapper(examiner, (CALL, f"{asks} {CALL}"))
    files[EXTRA] += "\n#include <stdexcept>\n" + ASKS_ABOUT_OTHERS

    result = examined(examiner, files, RIGHT)

    assert (result.verdict, result.summary, result.evidence) == (Verdict.OK, "", ())


@pytest.mark.parametrize("name", ["cuda_on_cpu_launch", "cuda_on_cpu_shared"])
def test_a_wrapper_that_uses_a_name_of_the_device_side_does_not_link(examiner, name):
    declared = f'extern "C" void {name}(...);\nstatic std::string no_progress'
    files = with_wrapper(
        examiner, (CALL, f"{name}(); {CALL}"), ("static std::string no_progress", declared)
    )

    assert examined(examiner, files, ALONE).verdict is Verdict.NO_BUILD


def test_kernels_of_every_form_are_found_on_the_device(examiner):
    """Tests static kernels, kernel templates, kernels in a namespace or with an unnamed parameter,
    and cudaLaunchKernel. A call that CUDA refuses must return the same error code as in a program
    that runs in one process."""
    files = with_wrapper(examiner, (CALL, f"try_all_forms(); {CALL}"))
    files[EXTRA] = "#include <stdexcept>\n" + files[EXTRA] + FORMS_OF_KERNELS

    result = examined(examiner, files, RIGHT)

    assert (result.verdict, result.summary, result.evidence) == (Verdict.OK, "", ())


FORGETS = "namespace handshake::runner { void finish_tracing(); void start_tracing(); }"


def test_in_the_suite_a_wrapper_with_step_1_on_the_host_gets_no_extra_credit(examiner):
    """The strongest neighbors are right. The runner of the suite cannot know whether the host or
    the device computed them, but the broker can."""
    result = examined(examiner, attack(examiner, "step_one_on_the_host"), "extra.plain")

    assert is_wrong_with(result, "device_step_on_cpu")


def test_a_wrapper_with_step_1_on_the_host_gets_no_points_for_the_lack_of_races(examiner):
    result = examined(examiner, attack(examiner, "step_one_on_the_host"), "extra.clean")

    assert (result.verdict, result.earned) == (Verdict.WRONG, 0.0)


def test_a_wrapper_that_calls_the_runner_of_the_suite_does_not_link(examiner):
    files = with_wrapper(
        examiner,
        (CALL, f"{CALL} if (passes < 0) handshake::runner::finish_tracing();"),
        ("static std::string no_progress", f"{FORGETS}\nstatic std::string no_progress"),
    )

    assert examined(examiner, files, "memory.values").verdict is Verdict.NO_BUILD


@pytest.mark.parametrize("hidden", ["strongNeighbor_gpu", "weight_gpu"])
def test_memory_that_is_never_freed_cannot_be_hidden(examiner, hidden, monkeypatch):
    """Host code could suppress the report of the runner. But the broker also counts the allocations
    that are never freed."""
    suite = by_suite.run_suite

    def silent(*given, **more):
        return silenced(suite(*given, **more))

    monkeypatch.setattr(by_suite, "run_suite", silent)
    files = with_wrapper(examiner, (f"  CUDA_CHECK(cudaFree({hidden}));\n", ""))

    result = examined(examiner, files, "memory.clean")

    assert result.verdict is Verdict.MEMORY
    assert result.summary.endswith(SENTENCES["memory_left"])


FREES_WEIGHT = "  CUDA_CHECK(cudaFree(weight_gpu));\n"
EXCHANGED = ("src_gpu, graph.src", "src_gpu, graph.dst")
MAKES_SUM = "cudaMalloc((void**)&temp1_gpu, edgeBytes + sizeof(int))"


def wrong_items(examiner, *changed):
    files = with_wrapper(examiner, *changed)
    items = ["memory.values", "memory.clean", ALONE, TOGETHER, "extra.plain", "extra.clean", RIGHT]
    return [item for item in items if examined(examiner, files, item).verdict is not Verdict.OK]


@pytest.mark.parametrize(
    "changed",
    [(FREES_WEIGHT, ""), (MAKES_SUM, MAKES_SUM.replace(" + sizeof(int)", ""))],
    ids=["never freed", "too short"],
)
def test_a_wrong_use_of_memory_that_does_no_harm_costs_points_of_one_property(examiner, changed):
    assert wrong_items(examiner, changed) == ["memory.clean"]


def test_an_array_that_is_freed_twice_costs_what_the_error_of_the_second_call_spoils(examiner):
    """With CUDA_CHECK, the program ends before it writes the matching; the kernels were right."""
    assert wrong_items(examiner, (FREES_WEIGHT, 2 * FREES_WEIGHT)) == [
        "memory.clean",
        ALONE,
        TOGETHER,
    ]
    unchecked = FREES_WEIGHT + "  cudaFree(weight_gpu);\n"
    assert wrong_items(examiner, (FREES_WEIGHT, unchecked)) == ["memory.clean"]


def test_src_and_dst_that_are_exchanged_cost_points_of_one_property(examiner):
    """Each edge is in the list in both directions, so the kernels and the result are right. (With
    -extra, they are not: our extra.cu needs the edges of a node side by side.)"""
    wrong = wrong_items(examiner, ("dst_gpu, graph.dst", "dst_gpu, graph.src"), EXCHANGED)
    assert [item for item in wrong if not item.startswith("extra.")] == ["memory.values"]


@pytest.mark.parametrize(
    "item, verdict",
    [("memory.clean", Verdict.OK), ("extra.plain", Verdict.OK), ("extra.clean", Verdict.MEMORY)],
)
def test_memory_that_is_never_freed_with_extra_only_is_charged_there(examiner, item, verdict):
    files = solution(examiner)
    lost = "void* lost = nullptr; cudaMalloc(&lost, 64);\n"
    files[WRAPPER] = with_blocks(
        files[WRAPPER], lambda number, old: lost + old if number == 1 else old
    )

    assert examined(examiner, files, item).verdict is verdict


def silenced(outcome):
    return replace(outcome, verdict=Verdict.OK, summary="", evidence=(), failing_case=None)


@pytest.mark.parametrize("item", ["memory.values", "memory.clean", "extra.plain", "extra.clean"])
def test_the_solution_is_right_in_the_suite(examiner, item):
    assert examined(examiner, solution(examiner), item).verdict is Verdict.OK
