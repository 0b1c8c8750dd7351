"""`make check` as a student uses it: on the solved tree, on skeletons, and on wrong kernels."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import unittest
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "grader"), str(ROOT / "grader/tests")]
from matrix_corpus import solution  # noqa: E402
from skeleton import with_blocks  # noqa: E402

WORK = ROOT / "build" / "make_check_test"
SOLVED = WORK / "solved"
SOLUTION = solution(ROOT)
FILES = {
    "handshaking": "gpu_required/check_handshaking.cu",
    "filter": "gpu_required/markFilterEdges.cu",
    "scan": "gpu_required/exclusive_prefix_sum.cu",
    "memory": "onewaywrapper.cu",
    "extra": "gpu_extra_credit/extra.cu",
}
OUTPUTS = {
    "handshaking": ("matches", "numNodes"),
    "filter": ("keepEdges", "numEdges"),
    "scan": ("newSum", "numElements"),
}
RIGHT_NEIGHBOR = "strongest[x] == 0 ? UNMATCHED : static_cast<int>(0xffffffffu - smaller)"


def fill_blocks(text: str, filling: str) -> str:
    """The text of a file, with `filling` between its marks."""
    return with_blocks(text, lambda _, old: filling)


def in_c(data: bytes) -> str:
    """A C++ string literal with these bytes."""
    return '"' + "".join(f"\\{byte:03o}" for byte in data) + '"'


def line_of(path: Path, piece: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if piece in line)


class MakeCheck(unittest.TestCase):
    maxDiff = None

    def submission(self, name: str) -> Path:
        """A copy of the solved files and of their build. A test may change this copy."""
        folder = WORK / name
        shutil.rmtree(folder, ignore_errors=True)
        for file, text in SOLUTION.items():
            path = folder / Path(file).relative_to("src")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            shutil.copystat(ROOT / file, path)  # so that it is older than its build
        if (SOLVED / "check").is_dir():
            shutil.copytree(SOLVED / "check", folder / "check")
        return folder

    def change(self, folder: Path, part: str, old: str, new: str) -> None:
        path = folder / FILES[part]
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def fill(self, folder: Path, part: str, filling: str) -> None:
        path = folder / FILES[part]
        path.write_text(fill_blocks(path.read_text(encoding="utf-8"), filling), encoding="utf-8")

    # `tries_changes`: whether the check tries changes of a wrong kernel (VARIANTS= prevents this).
    def check(
        self, folder: Path, target: str = "check", *words: str, tries_changes: bool = False
    ) -> tuple[int, str, dict]:
        results = folder / "check" / "results.json"
        results.unlink(missing_ok=True)
        done = subprocess.run(
            [
                "make",
                "BACKEND=cpu",
                target,
                f"STUDENT={folder.relative_to(ROOT)}",
                f"CHECK_DIR={folder.relative_to(ROOT)}/check",
                *([] if tries_changes else ["VARIANTS="]),
                *words,
            ],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=570,
        )
        report = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
        return done.returncode, done.stdout + done.stderr, report

    def verdicts(self, report: dict) -> dict[str, str]:
        return {part["id"]: part["verdict"] for part in report["parts"]}

    # grader/CMakeLists.txt runs this test first, because the other tests copy its build.
    def test_a_solved_tree_is_ok_in_every_part(self) -> None:
        shutil.rmtree(WORK, ignore_errors=True)
        code, text, report = self.check(self.submission("solved"))
        self.assertEqual(code, 0, text)
        self.assertEqual(set(self.verdicts(report).values()), {"OK"})
        self.assertEqual([part["notes"] for part in report["parts"]], [[]] * 6)

    def test_the_line_of_a_small_change_that_repairs_a_kernel_is_named(self) -> None:
        folder = self.submission("repairs")
        changes = {
            "handshaking": ("== x) matches", ">= x) matches", "another comparison"),
            "filter": ("matches[dst[x]]", "matches[dst[tid]]", "another variable"),
            "scan": ("x < distance ?", "x > distance ?", "another comparison"),
        }
        for part, (old, new, _) in changes.items():
            self.change(folder, part, old, new)
        for part, (_, new, told) in changes.items():
            _, text, report = self.check(folder, f"check-{part}", tries_changes=True)
            line = line_of(folder / FILES[part], new)
            said = f"With {told} at src/{FILES[part]}:{line}, every case gives the right result."
            text = " ".join(text.split()).replace(str(folder.relative_to(ROOT)), "src")
            self.assertIn(said, text)
            failure = report["parts"][0]["failures"][0]
            self.assertIn(line, [place["line"] for place in failure["places"]])

    def test_a_change_is_named_only_if_diagnostic_mode_accepts_the_changed_kernel(self) -> None:
        folder = self.submission("reads_outside")
        # An `if` around the write would make every result right, but the reads would still be
        # outside of the array.
        self.fill(
            folder,
            "scan",
            "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  do {\n"
            "    int value;\n"
            "    if (distance == 0)\n"
            "      value = x > 0 ? oldSum[x - 1] : 0;\n"
            "    else\n"
            "      value = x < distance ? oldSum[x] : oldSum[x] + oldSum[x - distance];\n"
            "    newSum[x] = value;\n"
            "    x += blockDim.x * gridDim.x;\n"
            "  } while (x < numElements);\n",
        )
        _, text, _ = self.check(folder, "check-scan", tries_changes=True)
        line = line_of(folder / FILES["scan"], "do {")
        self.assertIn(f"the do loop at {folder.relative_to(ROOT)}/", " ".join(text.split()))
        self.assertIn(f"exclusive_prefix_sum.cu:{line} also tested before", " ".join(text.split()))
        self.assertNotIn("if around the statement", " ".join(text.split()))

    def test_the_loop_that_leaves_out_an_element_is_among_the_loops_that_are_named(self) -> None:
        folder = self.submission("two_loops")
        self.fill(
            folder,
            "filter",
            "  const int tid = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  for (int four = tid; four < numEdges / 4; four += blockDim.x * gridDim.x)\n"
            "    for (int x = 4 * four; x < 4 * four + 4; x++)\n"
            "      keepEdges[x] = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;\n"
            "  for (int x = numEdges / 4 * 4 + tid + 1; x < numEdges;\n"
            "       x += blockDim.x * gridDim.x)\n"
            "    keepEdges[x] = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;\n",
        )
        _, text, _ = self.check(folder, "check-filter")
        line = line_of(folder / FILES["filter"], "tid + 1;")
        words = rf"the threads reached the loops at \S+ and \S+markFilterEdges.cu:{line}\."
        self.assertRegex(" ".join(text.split()), words)

    def test_the_trace_of_a_small_graph_uses_the_blocks_of_the_launch_that_failed(self) -> None:
        folder = self.submission("blocks")
        self.fill(
            folder,
            "handshaking",
            "  for (int x = threadIdx.x; x < numNodes; x += blockDim.x * gridDim.x)\n"
            "    if (matches[x] == UNMATCHED && strongNeighbor[x] != UNMATCHED &&\n"
            "        strongNeighbor[strongNeighbor[x]] == x)\n"
            "      matches[x] = strongNeighbor[x];\n",
        )
        _, text, _ = self.check(folder, "check-handshaking")
        command = re.search(r"make trace INPUT=(\S+) (THREADS=21) (BLOCKS=3)", text)
        self.assertIsNotNone(command, text)
        words = [f"INPUT={command[1]}", command[2]]
        _, right, _ = self.check(folder, "trace", *words)
        _, wrong, _ = self.check(folder, "trace", *words, command[3])
        self.assertNotEqual(right, wrong)

    def test_no_small_graph_is_shown_for_a_kernel_that_is_right_in_its_first_launch(self) -> None:
        folder = self.submission("only_once")
        with_state = (
            "  __device__ static int launches = 0;\n"
            "  const bool is_first = atomicAdd(&launches, 0) == 0;\n"
            "  const int total = blockDim.x * gridDim.x;\n"
            "  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += total)\n"
            "    if (is_first && matches[x] == UNMATCHED && strongNeighbor[x] != UNMATCHED &&\n"
            "        strongNeighbor[strongNeighbor[x]] == x)\n"
            "      matches[x] = strongNeighbor[x];\n"
            "  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) atomicAdd(&launches, 1);\n"
        )
        self.fill(folder, "handshaking", with_state)
        _, text, _ = self.check(folder, "check-handshaking")
        self.assertIn("when it is the first launch of the program", " ".join(text.split()))
        self.assertNotIn("A small graph", text)

    def test_a_kernel_whose_threads_take_elements_from_a_counter_gets_no_note(self) -> None:
        folder = self.submission("counter")
        self.fill(
            folder,
            "filter",
            "  __shared__ int next;\n"
            "  if (threadIdx.x == 0) next = 0;\n"
            "  __syncthreads();\n"
            "  for (;;) {\n"
            "    const int x = atomicAdd(&next, 1) * gridDim.x + blockIdx.x;\n"
            "    if (x >= numEdges) return;\n"
            "    keepEdges[x] = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;\n"
            "  }\n",
        )
        _, text, report = self.check(folder, "check-filter")
        self.assertEqual(self.verdicts(report), {"filter": "OK"}, text)
        self.assertNotIn("little to do", " ".join(text.split()))

    def test_a_kernel_whose_threads_all_do_the_whole_work_is_not_said_to_be_endless(self) -> None:
        folder = self.submission("work_of_all")
        self.fill(
            folder,
            "filter",
            "  for (int e = 0; e < numEdges; e++) {\n"
            "    const bool isOver = matches[src[e]] != -1 || matches[dst[e]] != -1;\n"
            "    keepEdges[e] = isOver ? 0 : 1;\n"
            "  }\n",
        )
        _, text, report = self.check(folder, "check-filter")
        self.assertEqual(self.verdicts(report), {"filter": "SLOW"}, text)
        said = " ".join(text.split())
        self.assertIn("for each element of keepEdges: several threads do the same work", said)
        line = line_of(folder / FILES["filter"], "isOver =")
        self.assertRegex(
            said, rf"[Nn]o line makes more accesses than \S+markFilterEdges\.cu:{line}\."
        )
        self.assertIn("Which elements does each thread handle?", said)

    def test_a_data_race_that_gives_no_wrong_result_is_a_note_with_both_lines(self) -> None:
        folder = self.submission("race_without_harm")
        self.fill(
            folder,
            "handshaking",
            "  const int i = blockDim.x * blockIdx.x + threadIdx.x;\n"
            "  for (int x = i; x < numNodes; x += gridDim.x * blockDim.x) {\n"
            "    if (matches[x] != UNMATCHED) continue;\n"
            "    const int y = strongNeighbor[x];\n"
            "    if (y <= x || strongNeighbor[y] != x) continue;\n"
            "    matches[x] = y;\n"
            "    matches[y] = x;\n"
            "  }\n",
        )
        _, text, report = self.check(folder, "check-handshaking")
        self.assertEqual(self.verdicts(report), {"handshaking": "OK"}, text)
        said = " ".join(text.split())
        self.assertRegex(said, "one thread reads and another writes matches")
        read, write = re.search(r"check_handshaking.cu:(\d+) and \S+:(\d+)", said).groups()
        self.assertEqual(int(write) - int(read), 4)
        self.assertIn("This costs no points.", said)

    def test_a_value_from_a_lane_that_does_not_take_part_is_named_as_the_cause(self) -> None:
        folder = self.submission("shuffle")
        self.fill(
            folder,
            "handshaking",
            "  const int total = blockDim.x * gridDim.x;\n"
            "  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += total) {\n"
            "    const int hand = strongNeighbor[x], lane = threadIdx.x % 32 + hand - x;\n"
            "    if (hand == UNMATCHED || matches[x] != UNMATCHED) continue;\n"
            "    const bool is_near = lane >= 0 && lane < 32;\n"
            "    const int back = is_near ? __shfl_sync(~0u, hand, lane) : strongNeighbor[hand];\n"
            "    if (back == x) matches[x] = hand;\n"
            "  }\n",
        )
        _, text, report = self.check(folder, "check-handshaking", tries_changes=True)
        self.assertEqual(self.verdicts(report), {"handshaking": "WRONG"}, text)
        # No change is named: most changes that repair the result only avoid the shuffle's value.
        self.assertNotIn("tried small changes", " ".join(text.split()))
        line = line_of(folder / FILES["handshaking"], "__shfl_sync")
        words = rf"lane 0 reads the value of lane 1, which does not take part.*\S+:{line}\b"
        self.assertRegex(" ".join(text.split()).lower(), words)
        self.assertIn("From which lane should this thread get a value?", text)

    def test_the_search_for_small_changes_ends_even_if_a_helper_is_always_inlined(self) -> None:
        folder = self.submission("always_inlined")
        helper = (
            "__device__ __forceinline__ void step(int* in, int* out, int d, int at) {\n"
            "  int value;\n"
            "  if (d == 0)\n"
            "    value = at == 0 ? 0 : in[at - 1];\n"
            "  else\n"
            "    value = in[at] + (at < d ? 0 : in[at - d]);\n"
            "  out[at] = value;\n"
            "}\n"
        )
        self.fill(
            folder,
            "scan",
            "  const int all = blockDim.x * gridDim.x;\n"
            "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  for (; x < numElements; x += 2 * all) {\n"
            "    step(oldSum, newSum, distance, x);\n"
            "    if (x + all <= numElements) step(oldSum, newSum, distance, x + all);\n"
            "  }\n",
        )
        file = folder / FILES["scan"]
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("__global__", helper + "__global__"), encoding="utf-8")
        _, words, _ = self.check(folder, "check-scan", tries_changes=True)
        line = line_of(file, "<= numElements")
        self.assertRegex(
            " ".join(words.split()),
            rf"With another comparison at \S+exclusive_prefix_sum.cu:{line}, every case",
        )

    def test_only_a_barrier_is_suggested_for_a_race_in_shared_memory(self) -> None:
        folder = self.submission("no_barrier")
        self.fill(
            folder,
            "handshaking",
            "  __shared__ int tile[1024];\n"
            "  const int width = blockDim.x;\n"
            "  for (int base = blockIdx.x * width; base < numNodes; base += width * gridDim.x) {\n"
            "    const int x = base + threadIdx.x;\n"
            "    if (x < numNodes) tile[threadIdx.x] = strongNeighbor[x];\n"
            "    if (x < numNodes && matches[x] == UNMATCHED) {\n"
            "      const int hand = tile[threadIdx.x];\n"
            "      const bool is_near = hand >= base && hand - base < width;\n"
            "      if (hand != UNMATCHED &&\n"
            "          (is_near ? tile[hand - base] : strongNeighbor[hand]) == x)\n"
            "        matches[x] = hand;\n"
            "    }\n"
            "    __syncthreads();\n"
            "  }\n",
        )
        _, text, _ = self.check(folder, "check-handshaking", tries_changes=True)
        line = line_of(folder / FILES["handshaking"], "if (x < numNodes) tile")
        self.assertIn("With a __syncthreads() after", " ".join(text.split()))
        self.assertIn(f"check_handshaking.cu:{line}, every case", " ".join(text.split()))

    def test_no_change_that_avoids_shared_memory_is_suggested_for_a_race(self) -> None:
        folder = self.submission("no_place_for_a_barrier")
        # Threads leave this loop at different times, so it cannot contain a barrier.
        self.fill(
            folder,
            "handshaking",
            "  __shared__ int tile[1024];\n"
            "  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes;\n"
            "       x += blockDim.x * gridDim.x) {\n"
            "    const int hand = tile[threadIdx.x] = strongNeighbor[x];\n"
            "    const int first = x - threadIdx.x;\n"
            "    const bool is_near = hand >= first && hand < first + int(blockDim.x);\n"
            "    if (hand != UNMATCHED && matches[x] == UNMATCHED &&\n"
            "        (is_near ? tile[hand - first] : strongNeighbor[hand]) == x)\n"
            "      matches[x] = hand;\n"
            "  }\n",
        )
        _, text, _ = self.check(folder, "check-handshaking", tries_changes=True)
        self.assertIn("Data race", text)
        self.assertNotIn("small changes", text)

    def test_a_change_that_gives_one_thread_all_elements_is_not_suggested(self) -> None:
        folder = self.submission("shares")
        # Each share begins with the value 0, which is right only for element 0. A change that gives
        # one thread all elements would only hide this mistake.
        self.fill(
            folder,
            "scan",
            "  const int threads = blockDim.x * gridDim.x;\n"
            "  const int share = numElements / threads + (numElements % threads != 0);\n"
            "  const long long thread = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  const long long start = thread * share;\n"
            "  const long long stop = min(start + share, (long long)numElements);\n"
            "  int before = 0;\n"
            "  for (long long i = start; i < stop; i++) {\n"
            "    if (distance == 0) {\n"
            "      newSum[i] = before;\n"
            "      before = oldSum[i];\n"
            "    } else {\n"
            "      newSum[i] = oldSum[i] + (i >= distance ? oldSum[i - distance] : 0);\n"
            "    }\n"
            "  }\n",
        )
        _, text, _ = self.check(folder, "check-scan", tries_changes=True)
        share = line_of(folder / FILES["scan"], "numElements / threads")
        self.assertNotIn(f"{FILES['scan']}:{share},", " ".join(text.split()))
        self.assertIn(
            "Which line should give this thread the value of oldSum[0]", " ".join(text.split())
        )

    def test_a_change_that_only_writes_right_values_over_wrong_ones_is_not_named(self) -> None:
        folder = self.submission("written_over")
        self.fill(
            folder,
            "scan",
            "  const int threads = gridDim.x * blockDim.x;\n"
            "  const int first = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  for (int a = first; a < numElements; a += 2 * threads) {\n"
            "    const int b = a + threads, from = distance == 0 ? 1 : distance;\n"
            "    const int keeps = distance != 0;\n"
            "    const bool hasLeft = a >= from;\n"
            "    newSum[a] = keeps * oldSum[a] + (hasLeft ? oldSum[a - from] : 0);\n"
            "    if (b < numElements)\n"
            "      newSum[b] = keeps * oldSum[b] + (hasLeft ? oldSum[b - from] : 0);\n"
            "  }\n",
        )
        _, text, report = self.check(folder, "check-scan", tries_changes=True)
        self.assertEqual(self.verdicts(report), {"scan": "WRONG"}, text)
        line = line_of(folder / FILES["scan"], "a += 2 * threads")
        self.assertNotIn(f"at src/{FILES['scan']}:{line}, every", " ".join(text.split()))
        self.assertNotIn(f":{line}, every case gives the right result", " ".join(text.split()))

    def test_small_changes_of_the_extra_credit_and_of_host_code_are_tried(self) -> None:
        folder = self.submission("repairs_of_host")
        self.change(folder, "extra", "strongest[x] = 0;", "strongest[x] = 1;")
        (folder / FILES["memory"]).touch()  # onewaywrapper.cu includes extra.cu
        _, text, _ = self.check(folder, "check-extra", tries_changes=True)
        line = line_of(folder / FILES["extra"], "strongest[x] = 1;")
        text = " ".join(text.split()).replace(str(folder.relative_to(ROOT)), "src")
        self.assertIn(f"With another number at src/{FILES['extra']}:{line}", text)
        self.assertIn("every case gives the right result; the largest cases were not tried.", text)

        old, new = "graph.weight, edgeBytes,", "graph.weight, nodeBytes,"
        self.change(folder, "extra", "strongest[x] = 1;", "strongest[x] = 0;")
        self.change(folder, "memory", old, new)
        _, text, _ = self.check(folder, "check-memory", tries_changes=True)
        line = line_of(folder / FILES["memory"], new)
        text = " ".join(text.split()).replace(str(folder.relative_to(ROOT)), "src")
        self.assertIn(f"With another variable at src/{FILES['memory']}:{line}, every case", text)

    def test_the_missing_launch_is_named_if_the_passes_end_too_early(self) -> None:
        folder = self.submission("ends_early")
        self.change(folder, "memory", "if (numKept < 2) break;", "if (numKept <= 2) break;")
        _, text, _ = self.check(folder, "check-memory")
        self.assertIn(
            "packGraph_gpu was not launched in pass 2, although the edge list has 2 elements left",
            " ".join(text.split()),
        )
        self.assertNotIn("weight[0]", text)

    def test_a_leak_is_not_explained_by_a_line_that_frees_another_array(self) -> None:
        folder = self.submission("leak")
        free = "CUDA_CHECK(cudaFree(strongNeighbor_gpu));"
        self.change(folder, "memory", free, f"if (extra_credit) cudaFree(strongest_gpu);\n{free}")
        self.change(folder, "memory", "CUDA_CHECK(cudaFree(temp4_gpu));", "")
        _, text, _ = self.check(folder, "check-memory")
        self.assertIn("is never freed", " ".join(text.split()))
        self.assertNotIn("was not reached", text)

    def test_overlapping_pieces_of_one_allocation_get_the_verdict_memory(self) -> None:
        folder = self.submission("overlap")
        malloc = "CUDA_CHECK(cudaMalloc((void**)&{}, edgeBytes + sizeof(int)));"
        more = malloc.format("temp1_gpu").replace("edgeBytes", "3 * edgeBytes")
        self.change(folder, "memory", malloc.format("temp1_gpu"), more)
        piece = "temp2_gpu = temp1_gpu + numEdges;"
        self.change(folder, "memory", malloc.format("temp2_gpu"), piece)
        _, text, report = self.check(folder, "check-memory")
        self.assertEqual(self.verdicts(report), {"memory": "MEMORY"}, text)
        words = "allocation: newSum begins 2 elements after oldSum, and oldSum needs 3."
        self.assertIn(words, " ".join(text.split()))
        line = line_of(folder / FILES["memory"], piece)
        places = report["parts"][0]["failures"][0]["places"]
        self.assertIn(line, [place["line"] for place in places])

    def test_cuda_calls_may_be_arguments_of_a_macro_that_calls_another_macro(self) -> None:
        folder = self.submission("macro")
        threads = "#define threadsPerBlock 256"
        self.change(folder, "memory", threads, f"{threads}\n#define GPU(call) CUDA_CHECK(call)")
        for name in ("Malloc", "Memcpy", "Free"):
            self.change(folder, "memory", f"CUDA_CHECK(cuda{name}", f"GPU(cuda{name}")
        code, text, _ = self.check(folder, "check-memory")
        self.assertEqual(code, 0, text)

    def test_rows_of_one_pitched_allocation_and_copies_of_rows_are_accepted(self) -> None:
        folder = self.submission("pitch")
        self.rows_of_pitch(folder, "pitch / sizeof(int)")
        copy = "cudaMemcpy(dst_gpu, graph.dst, edgeBytes, cudaMemcpyHostToDevice)"
        rows = "cudaMemcpy2D(dst_gpu, pitch, graph.dst, edgeBytes, edgeBytes, 1, {})"
        self.change(folder, "memory", copy, rows.format("cudaMemcpyHostToDevice"))
        code, text, _ = self.check(folder, "check-memory")
        self.assertEqual(code, 0, text)

    def test_a_copy_past_the_end_is_not_said_to_have_the_wrong_direction(self) -> None:
        folder = self.submission("pitch_in_bytes")
        self.rows_of_pitch(folder, "pitch")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "cudaMallocPitch")
        text = " ".join(text.split())
        self.assertIn(f"after the end of the array that is allocated in line {line}.", text)
        self.assertNotIn("direction", text)

    def rows_of_pitch(self, folder: Path, step: str) -> None:
        names = ["src", "dst", "weight", "temp1", "temp2", "temp3", "temp4"]
        for name in names:
            size = "edgeBytes + sizeof(int)" if name in ("temp1", "temp2") else "edgeBytes"
            malloc = f"CUDA_CHECK(cudaMalloc((void**)&{name}_gpu, {size}));"
            new = f"{name}_gpu = rows + {names.index(name)} * ({step});"
            if name == "src":
                new = (
                    "int* rows = nullptr;\n  size_t pitch = 0;\n"
                    "  cudaMallocPitch(&rows, &pitch, edgeBytes + sizeof(int), 7);\n  " + new
                )
            self.change(folder, "memory", malloc, new)
            freed = "CUDA_CHECK(cudaFree(rows));" if name == "src" else ""
            self.change(folder, "memory", f"CUDA_CHECK(cudaFree({name}_gpu));", freed)

    def test_a_cudafree_of_an_address_inside_of_an_array_is_reported_with_the_array(self) -> None:
        folder = self.submission("piece")
        old = "CUDA_CHECK(cudaFree(temp3_gpu));"
        self.change(folder, "memory", old, "CUDA_CHECK(cudaFree(temp3_gpu + 1));")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "cudaFree(temp3_gpu + 1)")
        self.assertRegex(
            " ".join(text.split()),
            rf":{line}: cudaFree is given an address 4 bytes after the beginning of the array that "
            r"is allocated in line \d+\.",
        )

    def test_an_array_that_a_loop_frees_twice_is_reported_at_the_line_of_cudafree(self) -> None:
        folder = self.submission("freed_by_loop")
        names = [f"{name}_gpu" for name in ("strongNeighbor", "matches", "src", "dst", "weight")]
        names += [f"temp{number}_gpu" for number in (1, 2, 3, 4)]
        for name in names:
            new = ""
            if name == names[0]:
                listed = ", ".join(names[:-1])
                new = f"int* const all[] = {{{listed},\n      temp3_gpu}};\n"
                new += "  for (int* one : all) CUDA_CHECK(cudaFree(one));"
            self.change(folder, "memory", f"CUDA_CHECK(cudaFree({name}));", new)
        _, text, _ = self.check(folder, "check-memory")
        self.assertIn(f" {line_of(folder / FILES['memory'], 'cudaFree(one)')} | ", text)

    def test_an_allocation_that_cuda_refuses_is_named_and_no_launch_is_blamed(self) -> None:
        folder = self.submission("refused_memory")
        old = "cudaMalloc((void**)&src_gpu, edgeBytes)"
        self.change(folder, "memory", old, "cudaMalloc((void**)&src_gpu, edgeBytes << 45)")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "edgeBytes << 45")
        self.assertIn(f":{line}: This line asks for more than 2147483647 bytes", text)
        self.assertNotIn("the launch:", text)

    def test_copies_in_a_stream_that_nothing_waits_for_are_a_race(self) -> None:
        # In every mode, each copy is finished when its call returns, so all values are right.
        made = "cudaStream_t copies;\n"
        made += "  CUDA_CHECK(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));\n  "
        copy = "CUDA_CHECK(cudaMemcpy({0}_gpu, {1}, {2}, cudaMemcpyHostToDevice));\n"
        copies = [("matches", "matches", "nodeBytes"), ("weight", "graph.weight", "edgeBytes")]
        for wait, verdict in {
            "": "RACE",
            "  CUDA_CHECK(cudaStreamSynchronize(copies));\n": "OK",
        }.items():
            with self.subTest(wait=wait):
                folder = self.submission("copies")
                for argument in copies:
                    old = copy.format(*argument)
                    new = old.replace("cudaMemcpy(", "cudaMemcpyAsync(")
                    new = new.replace("ToDevice)", "ToDevice, copies)")
                    first = made if argument == copies[0] else ""
                    self.change(folder, "memory", old, first + new + (wait if not first else ""))
                _, text, report = self.check(folder, "check-memory")
                self.assertEqual(self.verdicts(report), {"memory": verdict}, text)
                if verdict == "OK":
                    continue
                path = folder / FILES["memory"]
                text = " ".join(text.split())
                words = "check_handshaking_gpu reads memory that cudaMemcpyAsync writes in another"
                self.assertIn(words, text)
                last = line_of(path, "cudaMemcpyAsync(weight_gpu")
                self.assertRegex(text, rf"the last cudaMemcpyAsync in that stream is at \S+:{last}")
                places = report["parts"][0]["failures"][0]["finding"]
                self.assertEqual(places["line"], line_of(path, "check_handshaking_gpu<<<"))
                self.assertEqual(places["other_line"], line_of(path, "cudaMemcpyAsync(matches_gpu"))

    def test_pinned_memory_that_is_read_before_its_copy_has_ended_is_a_race(self) -> None:
        # On the CPU, the copy is finished when its call returns, so all values are right.
        old = "int numKept = 0;"
        copy = "cudaMemcpy(&numKept, &newIndices_gpu[numEdges], sizeof(int)"
        wait = "CUDA_CHECK(cudaStreamSynchronize(nullptr));\n    "
        for waits in (False, True):
            with self.subTest(waits=waits):
                folder = self.submission("pinned")
                path = folder / FILES["memory"]
                text = path.read_text(encoding="utf-8")
                start = text.index(copy)
                end = text.index("\n", start)
                line = text[start:end].replace("cudaMemcpy(&numKept", "cudaMemcpyAsync(kept")
                line += "\n    " + (wait if waits else "") + "numKept = *kept;\n"
                line += "    CUDA_CHECK(cudaFreeHost(kept));"
                text = text[:start] + line + text[end:]
                made = "int* kept;\n    CUDA_CHECK(cudaMallocHost(&kept, sizeof(int)));"
                self.assertIn(old, text)
                path.write_text(text.replace(old, f"{old}\n    {made}"), encoding="utf-8")
                _, text, report = self.check(folder, "check-memory")
                self.assertEqual(self.verdicts(report), {"memory": "OK" if waits else "RACE"}, text)
                if waits:
                    continue
                self.assertRegex(text, rf"The copy was\s+at\s+\S+:{line_of(path, 'Async(kept')}\.")
                places = report["parts"][0]["failures"][0]["finding"]
                self.assertEqual(places["line"], line_of(path, "numKept = *kept"))

    def test_an_early_exit_of_the_program_is_explained_by_the_condition_around_it(self) -> None:
        folder = self.submission("inverted")
        old = "CUDA_CHECK(cudaMalloc((void**)&src_gpu, edgeBytes));"
        new = "if (!cudaMalloc((void**)&src_gpu, edgeBytes)) {\n    exit(4);\n  }"
        self.change(folder, "memory", old, new)
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "if (!cudaMalloc")
        self.assertRegex(
            " ".join(text.split()),
            rf"ended at \S+:{line + 1}; whether this happens depends on \S+:{line}\.",
        )
        self.assertIn("cudaSuccess, which is 0.", " ".join(text.split()))

    def test_managed_memory_that_the_cpu_fills_only_partly_is_not_called_empty(self) -> None:
        folder = self.submission("managed")
        old = "cudaMalloc((void**)&src_gpu, edgeBytes)"
        self.change(folder, "memory", old, "cudaMallocManaged((void**)&src_gpu, edgeBytes)")
        old = "CUDA_CHECK(cudaMemcpy(src_gpu, graph.src, edgeBytes, cudaMemcpyHostToDevice));"
        loop = "for (int x = 0; x < numVertices; x++)"
        self.change(folder, "memory", old, f"{loop}\n    src_gpu[x] = graph.src[x];")
        _, text, _ = self.check(folder, "check-memory")
        self.assertNotIn("nothing was copied", " ".join(text.split()))

    def test_a_launch_of_too_large_blocks_names_the_line_that_sets_their_size(self) -> None:
        folder = self.submission("large_blocks")
        self.change(folder, "memory", "num_thread_blocks, threadsPerBlock>>>", "grid, block>>>")
        size = "const dim3 block(numthreads);"
        old = "const int num_thread_blocks = "
        self.change(folder, "memory", old, f"{size}\n  const int grid = ")
        _, text, _ = self.check(folder, "check-memory")
        text = " ".join(text.split())
        self.assertIn("it asks for blocks of 16384 threads, but a block has 1 to 1024.", text)
        line = line_of(folder / FILES["memory"], size)
        self.assertRegex(text, rf"block, which \S+ uses, is set at \S+:{line}\.")
        self.assertNotIn("for example by a return", text)

    def test_a_launch_of_no_blocks_is_reported_with_the_line_that_sets_the_number(self) -> None:
        folder = self.submission("no_blocks")
        old = "(numthreads + threadsPerBlock - 1) / threadsPerBlock;"
        self.change(folder, "memory", old, "numthreads / threadsPerBlock;")
        _, text, _ = self.check(folder, "check-memory")
        text = " ".join(text.split())
        self.assertIn("it asks for 0 blocks, but a grid has at least one.", text)
        line = line_of(folder / FILES["memory"], "numthreads / threadsPerBlock;")
        self.assertRegex(text, rf"num_thread_blocks, which \S+ uses, is set at \S+:{line}\.")

    def test_a_cudamemset_whose_value_is_larger_than_a_byte_is_explained(self) -> None:
        folder = self.submission("memset")
        path = folder / FILES["memory"]
        text = re.sub(
            r"clear_strongest_gpu<<<.*\n",
            "CUDA_CHECK(cudaMemset(strongest_gpu, 0x7f7f7fff, numVertices * 8));\n",
            path.read_text(encoding="utf-8"),
        )
        path.write_text(text, encoding="utf-8")
        _, text, report = self.check(folder, "check-extra")
        line = line_of(path, "cudaMemset(")
        words = rf"\S+:{line} gives every byte the same value. It takes only the lowest byte"
        self.assertRegex(" ".join(text.split()), words)
        self.assertIn("cudaMemset sets bytes, and not ints.", text)

    def test_a_change_that_leaks_memory_with_the_flag_extra_is_not_suggested(self) -> None:
        folder = self.submission("other_leak")
        self.change(folder, "memory", "  CUDA_CHECK(cudaFree(temp4_gpu));\n", "")
        _, text, report = self.check(folder, "check-memory", tries_changes=True)
        self.assertEqual(self.verdicts(report), {"memory": "MEMORY"}, text)
        self.assertNotIn("another variable", " ".join(text.split()))

    def test_a_too_short_array_of_a_helper_is_reported_where_the_helper_is_called(self) -> None:
        folder = self.submission("helper")
        old = "CUDA_CHECK(cudaMalloc((void**)&strongNeighbor_gpu, nodeBytes));"
        helper = "auto ints = [](int count) {\n    int* made = nullptr;\n"
        helper += "    CUDA_CHECK(cudaMalloc((void**)&made, count * sizeof(int)));\n"
        given = "strongNeighbor_gpu = ints(numEdges);"
        self.change(folder, "memory", old, f"{helper}    return made;\n  }};\n  {given}")
        _, text, report = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], given)
        text = " ".join(text.split())
        self.assertRegex(text, rf"strongNeighbor_gpu gets its value at \S+:{line}\.")
        self.assertIn("copies 360 bytes, but up to its end, the GPU array has room for", text)

    def test_memory_whose_address_stays_in_a_helper_is_reported_at_its_cudamalloc(
        self,
    ) -> None:
        folder = self.submission("by_value")
        path = folder / FILES["memory"]
        helper = "auto array = [](auto* made, size_t bytes) {\n"
        helper += "    CUDA_CHECK(cudaMalloc((void**)&made, bytes));\n  };"
        text = re.sub(
            r"CUDA_CHECK\(cudaMalloc\(\(void\*\*\)&(\w+), (.*)\)\);",
            r"array(\1, \2);",
            path.read_text(encoding="utf-8"),
        )
        first = text.index("array(")
        path.write_text(f"{text[:first]}{helper}\n  {text[first:]}", encoding="utf-8")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(path, "&made")
        words = (
            rf"cudaMalloc was called before, at \S+:{line}, but nothing was copied to the memory"
        )
        text = " ".join(text.split())
        self.assertRegex(text, words)
        self.assertRegex(text, rf"made is declared at \S+:{line - 1} as a parameter that is a copy")

    def test_a_helper_that_gets_a_pointer_by_value_and_allocates_for_it_is_reported(self) -> None:
        folder = self.submission("copied_pointer")
        helper = "auto make = [](int* made, size_t bytes) {\n"
        helper += "    CUDA_CHECK(cudaMalloc(&made, bytes));\n  };\n"
        malloc = "CUDA_CHECK(cudaMalloc((void**)&matches_gpu, nodeBytes));"
        self.change(folder, "memory", malloc, f"{helper}  make(matches_gpu, nodeBytes);")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "auto make")
        text = " ".join(text.split())
        self.assertRegex(text, rf"made is declared at \S+:{line} as a parameter that is a copy")
        self.assertIn("A function that gets a pointer as an argument has a copy of it.", text)

    def test_a_cudamemset_that_is_too_long_is_reported_with_its_array(self) -> None:
        folder = self.submission("long_memset")
        table = "const struct { int** array; size_t bytes; } rows[] = {\n"
        table += "      {&matches_gpu, nodeBytes - 4}};\n"
        table += "  for (auto& row : rows) CUDA_CHECK(cudaMalloc(row.array, row.bytes));"
        self.change(
            folder, "memory", "CUDA_CHECK(cudaMalloc((void**)&matches_gpu, nodeBytes));", table
        )
        copy = "cudaMemcpy(matches_gpu, matches, nodeBytes, cudaMemcpyHostToDevice)"
        self.change(folder, "memory", copy, "cudaMemset(matches_gpu, -1, nodeBytes)")
        _, text, report = self.check(folder, "check-memory")
        path = folder / FILES["memory"]
        text = " ".join(text.split())
        self.assertRegex(
            text,
            rf":{line_of(path, 'cudaMemset(')}: cudaMemset sets 8 bytes, but up to its "
            r"end, the GPU array has "
            rf"room for 4. It was allocated in line {line_of(path, 'row.array')}\.",
        )
        self.assertNotIn("traced_cuda", text)

    def test_a_cudamemset_of_memory_of_the_cpu_is_reported_at_its_line(self) -> None:
        folder = self.submission("memset_of_null")
        copy = "cudaMemcpy(matches_gpu, matches, nodeBytes, cudaMemcpyHostToDevice)"
        self.change(folder, "memory", copy, "cudaMemset(matches, -1, nodeBytes)")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "cudaMemset(")
        self.assertRegex(
            " ".join(text.split()), rf":{line}: cudaMemset is given memory of the CPU\."
        )

    def test_a_fault_inside_of_the_cpp_library_is_reported_at_the_line_of_the_call(self) -> None:
        folder = self.submission("fault_in_library")
        self.change(
            folder,
            "memory",
            "  CUDA_CHECK(cudaFree(src_gpu));\n",
            "  struct { char* text; size_t size, room, unused; } parts = {(char*)4096, 5, 99, 0};\n"
            "  reinterpret_cast<std::string*>(&parts)->append(numVertices, 'x');\n"
            "  CUDA_CHECK(cudaFree(src_gpu));\n",
        )
        _, text, report = self.check(folder, "check-memory")
        self.assertEqual(self.verdicts(report), {"memory": "MEMORY"}, text)
        line = line_of(folder / FILES["memory"], "append(")
        self.assertRegex(" ".join(text.split()), rf"This was at \S+onewaywrapper\.cu:{line}\.")

    def test_a_cudamemset_with_the_wrong_value_is_not_called_a_copy(self) -> None:
        folder = self.submission("memset_of_zero")
        copy = "cudaMemcpy(matches_gpu, matches, nodeBytes, cudaMemcpyHostToDevice)"
        self.change(folder, "memory", copy, "cudaMemset(matches_gpu, 0, nodeBytes)")
        _, text, _ = self.check(folder, "check-memory")
        text = " ".join(text.split())
        self.assertIn("Which value does each element have after this cudaMemset", text)
        self.assertNotIn("this copy", text)

    def test_an_array_that_is_filled_piece_by_piece_counts_as_filled(self) -> None:
        folder = self.submission("pieces")
        copy = "cudaMemcpy(src_gpu, graph.src, edgeBytes, cudaMemcpyHostToDevice)"
        pieces = "for (int e = 0; e < numEdges; e++)\n    CUDA_CHECK("
        pieces += "cudaMemcpy(src_gpu + e, graph.src, sizeof(int), cudaMemcpyHostToDevice));"
        self.change(folder, "memory", f"CUDA_CHECK({copy});", pieces)
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "src_gpu + e")
        text = " ".join(text.split())
        self.assertRegex(text, rf"src_gpu is allocated at \S+ and was last filled at \S+:{line}\.")
        self.assertNotIn("of which", text)

    def test_a_result_that_was_never_copied_is_reported(self) -> None:
        folder = self.submission("not_copied")
        self.change(
            folder, "memory", "CUDA_CHECK(cudaMemcpy(matches, matches_gpu", "static_cast<void>((0"
        )
        _, text, _ = self.check(folder, "check-memory")
        self.assertIn("before the first pass: nothing was copied to it.", " ".join(text.split()))

    def test_the_line_of_a_cudamalloc_that_is_not_reached_is_reported(self) -> None:
        folder = self.submission("not_reached")
        malloc = "CUDA_CHECK(cudaMalloc((void**)&temp3_gpu, edgeBytes));"
        self.change(folder, "memory", malloc, f"if (extra_credit) {malloc}")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "if (extra_credit) CUDA_CHECK(cudaMalloc(")
        text = " ".join(text.split())
        self.assertRegex(text, rf"\S+:{line}, but no memory was allocated there in this run\.")
        self.assertNotIn("no cudaMalloc is given its address", text)

    def test_an_array_that_got_the_values_of_another_array_is_reported(self) -> None:
        folder = self.submission("dst_for_weight")
        self.change(folder, "memory", "weight_gpu, graph.weight,", "weight_gpu, graph.dst,")
        _, text, _ = self.check(folder, "check-memory")
        text = " ".join(text.split())
        self.assertIn("weight_gpu holds the values of dst.", text)
        self.assertIn("Which array does this copy take its values from", text)

    def test_a_second_pointer_to_a_freed_array_is_reported_with_its_assignment(self) -> None:
        folder = self.submission("two_pointers")
        copy = "CUDA_CHECK(cudaMemcpy(matches_gpu, matches,"
        self.change(folder, "memory", copy, f"temp4_gpu = temp3_gpu;\n  {copy}")
        _, text, _ = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], "temp4_gpu = temp3_gpu;")
        text = " ".join(text.split())
        self.assertRegex(text, rf"temp4_gpu gets its value at \S+:{line}\.")

    def test_a_leak_names_the_line_that_frees_the_other_arrays(self) -> None:
        folder = self.submission("leak_of_loop")
        names = ["strongNeighbor", "matches", "src", "dst", "weight"]
        names += [f"temp{number}" for number in (1, 2, 3, 4)]
        for name in names:
            self.change(folder, "memory", f"CUDA_CHECK(cudaFree({name}_gpu));", f"/* {name} */")
        others = ", ".join(f"{name}_gpu" for name in names[:-1])
        loop = f"for (int* array : {{{others}}}) CUDA_CHECK(cudaFree(array));"
        self.change(folder, "memory", "/* matches */", loop)
        _, text, report = self.check(folder, "check-memory")
        line = line_of(folder / FILES["memory"], loop)
        text = " ".join(text.split())
        self.assertRegex(text, rf"8 other arrays are freed, at \S+:{line}\.")
        self.assertNotIn("first used by", text)

    def test_an_endless_loop_is_explained_by_what_its_rounds_have_in_common(self) -> None:
        folder = self.submission("same_rounds")
        kernel = "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n  while (x < numNodes) {\n"
        kernel += "    if (strongNeighbor[x] == UNMATCHED)\n      continue;\n"
        kernel += "    x += gridDim.x * blockDim.x;\n  }\n"
        self.fill(folder, "handshaking", kernel)
        _, text, report = self.check(folder, "check-handshaking", "CASE=5")
        self.assertEqual(self.verdicts(report), {"handshaking": "SLOW"}, text)
        line = line_of(folder / FILES["handshaking"], "== UNMATCHED)")
        self.assertRegex(
            " ".join(text.split()),
            r"In two successive rounds of this loop, block 0, thread 0 did the same: it read "
            rf"strongNeighbor\[0\] \(-1\), and the condition at \S+:{line} was true\.",
        )

    def test_a_line_that_writes_elements_only_in_some_cases_is_named(self) -> None:
        folder = self.submission("only_ones")
        self.change(folder, "filter", "keepEdges[x] = keep ? 1 : 0;", "if (keep) keepEdges[x] = 1;")
        _, text, report = self.check(folder, "check-filter", "CASE=2")
        line = line_of(folder / FILES["filter"], "keepEdges[x] = 1")
        text = " ".join(text.split())
        self.assertRegex(
            text, rf"In other cases, elements of keepEdges are written at \S+:{line}\."
        )
        self.assertIn("those that become 0 as well as", text)

    def test_no_barrier_is_proposed_for_a_variable_that_all_threads_of_a_block_share(self) -> None:
        folder = self.submission("shared_variable")
        self.change(folder, "filter", "const bool keep =", "__shared__ bool keep;\n    keep =")
        _, text, report = self.check(folder, "check-filter")
        self.assertEqual(self.verdicts(report), {"filter": "RACE"}, text)
        self.assertIn("share one copy of this variable", " ".join(text.split()))
        self.assertNotIn("makes them wait", " ".join(text.split()))

    def test_if_no_thread_writes_the_first_sum_a_hint_asks_which_line_sets_it(self) -> None:
        folder = self.submission("first_sum")
        self.fill(
            folder,
            "scan",
            "  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "  const int threads = blockDim.x * gridDim.x;\n"
            "  if (distance == 0) {\n"
            "    for (int i = x; i < numElements - 1; i += threads) newSum[i + 1] = oldSum[i];\n"
            "  } else {\n"
            "    for (int i = x; i < numElements; i += threads)\n"
            "      newSum[i] = oldSum[i] + (i >= distance ? oldSum[i - distance] : 0);\n"
            "  }\n",
        )
        _, text, _ = self.check(folder, "check-scan", tries_changes=True)
        self.assertIn("Which line gives newSum[0] its value", " ".join(text.split()))

    def test_small_changes_are_not_mentioned_if_none_makes_the_kernel_right(self) -> None:
        folder = self.submission("no_repair")
        self.fill(folder, "scan", "  newSum[0] = 3;\n")
        _, text, _ = self.check(folder, "check-scan", tries_changes=True)
        self.assertNotIn("small changes", text)

    def test_an_untouched_skeleton_counts_as_not_started_and_not_as_ok(self) -> None:
        folder = self.submission("untouched")
        for part in FILES:
            self.fill(folder, part, "  // a hint that the kit may leave here\n")
        code, text, report = self.check(folder)
        self.assertEqual(code, 2, text)  # the exit code of make if a command fails
        verdicts = self.verdicts(report)
        self.assertEqual(verdicts.pop("match"), "NOT_CHECKED")
        self.assertEqual(set(verdicts.values()), {"NOT_STARTED"}, text)
        self.assertIn("make check-handshaking", " ".join(text.split()))

    def test_code_that_does_nothing_gets_no_points(self) -> None:
        folder = self.submission("hollow")
        for part in FILES:
            self.fill(folder, part, "  (void)0;\n" if part != "extra" else "struct Nothing {};\n")
        _, text, report = self.check(folder)
        self.assertNotIn("OK", self.verdicts(report).values(), text)

    def test_a_kernel_that_writes_a_constant_gets_no_points(self) -> None:
        for value in (-1, 0, 1):
            with self.subTest(value=value):
                folder = self.submission("constant")
                for part, (array, count) in OUTPUTS.items():
                    self.fill(
                        folder,
                        part,
                        f"  for (int x = threadIdx.x; x < {count}; "
                        f"x += blockDim.x) {array}[x] = {value};\n",
                    )
                self.change(folder, "extra", RIGHT_NEIGHBOR, str(value))
                # onewaywrapper.cu includes extra.cu, and the copied object of onewaywrapper.cu was
                # built with the unchanged extra.cu.
                (folder / FILES["memory"]).touch()
                _, text, report = self.check(folder)
                verdicts = self.verdicts(report)
                self.assertEqual([verdicts[part] for part in OUTPUTS], ["WRONG"] * 3, text)
                self.assertEqual(verdicts["match"], "NOT_CHECKED", text)
                self.assertEqual(verdicts["extra"], "WRONG", text)

    def test_only_the_wrong_kernels_are_blamed_in_every_mix_with_right_kernels(self) -> None:
        for parts in (mix for size in (1, 2) for mix in combinations(OUTPUTS, size)):
            with self.subTest(parts=parts):
                folder = self.submission("mix")
                for part in parts:
                    self.fill(folder, part, "  (void)0;\n")
                _, text, report = self.check(folder)
                verdicts = self.verdicts(report)
                blamed = [verdicts.pop(part) for part in parts]
                self.assertEqual(blamed, ["WRONG"] * len(parts), text)
                self.assertEqual(verdicts.pop("match"), "NOT_CHECKED", text)
                self.assertEqual(set(verdicts.values()), {"OK"}, text)
                graph = report["failing_graph"]
                self.assertLessEqual(graph["trace"]["numNodes"], 6)
                self.assertTrue((ROOT / graph["file"]).is_file())

    def test_a_wrong_element_is_explained_by_a_line_and_in_the_same_words_every_time(self) -> None:
        folder = self.submission("lines")
        self.change(folder, "scan", "x < distance ? oldSum[x] : ", "x < distance ? 0 : ")
        self.change(folder, "handshaking", "int x = tid;", "int x = tid + 1;")
        _, text, _ = self.check(folder, "check-scan")
        number = line_of(folder / FILES["scan"], "x < distance ? 0 : ")
        self.assertRegex(
            text,
            r"newSum\[\d+\] was last written by block 0, thread \d+ at\s+"
            rf"\S*exclusive_prefix_sum\.cu:{number}\.",
        )
        self.assertIn(f" {number} | newSum[x] = x < distance ? 0 : oldSum[x] + oldSum", text)
        _, text, report = self.check(folder, "check-handshaking")
        number = line_of(folder / FILES["handshaking"], "int x = tid + 1;")
        self.assertIn("No thread reached node 0", text)
        places = report["parts"][0]["failures"][0]["places"]
        self.assertIn(number, [place["line"] for place in places])
        self.assertEqual(self.check(folder, "check-handshaking")[1], text)

    def test_an_index_outside_of_an_array_is_reported_with_the_name_of_the_array(self) -> None:
        folder = self.submission("outside")
        self.change(folder, "handshaking", "strongest != UNMATCHED && ", "")
        self.change(folder, "filter", "matches[dst[x]] == UNMATCHED", "matches[x] == UNMATCHED")
        self.change(folder, "scan", "x < numElements;", "x <= numElements;")
        _, text, report = self.check(folder, "check-handshaking")
        self.assertEqual(self.verdicts(report), {"handshaking": "MEMORY"})
        self.assertIn("Read of strongNeighbor[-1], but strongNeighbor has 3 elements", text)
        self.assertIn("strongNeighbor   [ -1  2  1 ]", text)
        number = line_of(folder / FILES["handshaking"], "if (free &&")
        self.assertIn(f" {number} | if (free && strongNeighbor[strongest] == x)", text)
        _, text, report = self.check(folder, "check-filter")
        self.assertEqual(self.verdicts(report), {"filter": "MEMORY"})
        self.assertIn("has one element for every node", text)
        _, text, report = self.check(folder, "check-scan")
        self.assertEqual(self.verdicts(report), {"scan": "MEMORY"})
        self.assertEqual(len(re.findall(r"newSum has 1\s+element", text)), 3, text)

    def test_a_barrier_that_not_all_threads_reach_is_a_race_with_a_hint_of_its_own(self) -> None:
        folder = self.submission("barrier")
        self.change(folder, "filter", "const bool keep", "__syncthreads();\n    const bool keep")
        _, text, report = self.check(folder, "check-filter")
        self.assertEqual(self.verdicts(report), {"filter": "RACE"})
        self.assertRegex(text, r"All threads of a block have to reach the same\s+__syncthreads")
        waiting = r"wait\s+at\s+__syncthreads\(\),\s+but\s+the\s+other"
        self.assertEqual(len(re.findall(waiting, text)), 3, text)

    def test_a_trace_of_1000_edges_is_made_and_one_of_1001_edges_is_refused(self) -> None:
        check = ROOT / "build/cpu-release/grader/check_program"
        for count in (1000, 1001):
            with self.subTest(edges=count):
                WORK.mkdir(parents=True, exist_ok=True)
                graph = WORK / "path.mtx"
                edges = "".join(f"{x + 2} {x + 1} 1\n" for x in range(count))
                graph.write_text(
                    "%%MatrixMarket matrix coordinate integer symmetric\n"
                    f"{count + 1} {count + 1} {count}\n{edges}"
                )
                done = subprocess.run(
                    [check, "--programs", "none", "--trace", graph, "--output", WORK],
                    capture_output=True,
                    text=True,
                )
                self.assertEqual(done.returncode, 0 if count == 1000 else 2, done.stderr)
        self.assertIn("has 1001 edges; a trace is for graphs of up to 1000", done.stderr)

    def test_results_are_json_whatever_a_kernel_prints(self) -> None:
        folder = self.submission("bytes")
        draw = random.Random(3)
        drawn = bytes(range(1, 256)) + draw.randbytes(900).replace(b"\0", b"\1")
        for name, printed in (("drawn", drawn * 5), ("letters", b"x" + "é".encode() * 3000)):
            with self.subTest(printed=name):
                self.fill(
                    folder, "filter", f'  printf("%s", {in_c(printed)});\n  keepEdges[0] = 7;\n'
                )
                code, text, report = self.check(folder, "report")
                self.assertEqual(code, 0, text)
                self.assertEqual(self.verdicts(report)["filter"], "WRONG")
                self.assertTrue((folder / "check/report.html").is_file())
                shown = report["parts"][1]["failures"][0]["printed"]
        self.assertEqual(shown, "x" + "é" * 1999)

    def test_what_a_submission_prints_cannot_control_the_terminal(self) -> None:
        folder = self.submission("hostile")
        told = r"""{"kind":"out_of_bounds","severity":"error","message":"\u001b[2J","""
        told += r""""file":"\u001b]0;x"}"""
        self.change(
            folder,
            "filter",
            '#include "utils.hpp"',
            '#include "utils.hpp"\n'
            "#include <cstdio>\n#include <cstdlib>\nstatic const int told = [] {\n"
            '  FILE* file = std::fopen(std::getenv("CUCC_FINDINGS"), "a");\n'
            f"  std::fputs({json.dumps(told + chr(10))}, file);\n"
            "  return std::fclose(file);\n}();",
        )
        self.change(folder, "filter", "keep ? 1 : 0", "keep ? 0 : 1 /* \x1b[2J \x9b */")
        self.change(folder, "scan", "int tid", '#error "\x1b[2J"\n  int tid')
        for target in ("check-filter", "check-scan"):
            with self.subTest(target=target):
                code, text, _ = self.check(folder, target)
                self.assertEqual(code, 2)
                self.assertIn("[2J", text)
                self.assertNotRegex(text, r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

    def test_a_small_failing_graph_is_shown_for_the_extra_credit_as_for_a_kernel(self) -> None:
        folder = self.submission("small_extra")
        self.change(folder, "extra", RIGHT_NEIGHBOR, "x % 7 == 6 ? UNMATCHED : " + RIGHT_NEIGHBOR)
        (folder / FILES["memory"]).touch()  # onewaywrapper.cu includes extra.cu
        _, text, report = self.check(folder)
        graph = report["failing_graph"]
        self.assertEqual((graph["part"], graph["kernel"]), ("extra", None))
        self.assertTrue(graph["shows_in_match"])
        self.assertLessEqual(graph["trace"]["numNodes"], 7)
        self.assertRegex(text, r"make && \./match -input .* -threads 256 -extra")

    def test_the_first_failure_can_be_run_alone(self) -> None:
        folder = self.submission("alone")
        self.change(folder, "filter", " && matches[dst[x]] == UNMATCHED", "")
        _, _, report = self.check(folder, "check-filter")
        failure = report["parts"][0]["failures"][0]
        _, text, again = self.check(folder, "check-filter", f"CASE={failure['case']}")
        self.assertEqual(again["parts"][0]["failures"][0]["what"], failure["what"], text)

    def test_a_case_that_does_not_exist_is_a_mistake_of_the_user(self) -> None:
        folder = self.submission("no_such_case")
        for part, case in (("filter", "9999"), ("extra", "999")):
            _, text, _ = self.check(folder, f"check-{part}", f"CASE={case}")
            self.assertRegex(text, rf"CASE={case}: .* has the cases 1 to \d+\n")
            _, text, _ = self.check(folder, f"check-{part}", "CASE=abc")
            self.assertIn("CASE=abc: the number of a case is needed", text)
            self.assertNotIn("fault of the kit", text)

    def test_the_check_of_make_submit_shows_only_the_table(self) -> None:
        folder = self.submission("table")
        _, text, _ = self.check(folder, "check-filter")
        program = next((ROOT / "build").glob("cpu-*/grader/check_program"))
        words = ["--programs", f"{folder}/check/plain", "--sources", str(folder)]
        words += ["--output", f"{folder}/check", "--table", "filter"]
        done = subprocess.run([program, *words], capture_output=True, text=True)
        self.assertRegex(done.stdout, r"\AmarkFilterEdges_gpu  OK +\d+ cases, \d+ runs\n\Z")

    def test_the_small_graph_of_the_extra_credit_is_run_with_the_number_of_threads_that_fails(
        self,
    ) -> None:
        folder = self.submission("small_extra_threads")
        old, new = (
            "<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu,",
            "numthreads / 256, 256",
        )
        self.change(
            folder,
            "memory",
            "clear_strongest_gpu" + old,
            f"clear_strongest_gpu<<<{new}>>>(strongest_gpu,",
        )
        _, text, _ = self.check(folder)
        self.assertRegex(text, r"make && \./match -input .* -threads 1 -extra")

    def test_a_leak_in_the_extra_credit_is_not_explained_by_swapped_pointers(self) -> None:
        folder = self.submission("new_array")
        line = "cudaMalloc((void**)&strongest_gpu, numVertices * sizeof(unsigned long long))"
        clear = "      clear_strongest_gpu<<<"
        self.change(folder, "memory", clear, f"      CUDA_CHECK({line});\n{clear}")
        _, text, report = self.check(folder)
        self.assertEqual(self.verdicts(report)["extra"], "MEMORY", text)
        words = " ".join(text.split())
        self.assertIn("is it reached as often as the line that allocates it?", words)
        self.assertNotIn("swapped", words)

    def test_a_read_past_the_end_is_shown_in_the_case_where_it_is_seen_first(self) -> None:
        folder = self.submission("past_the_end")
        self.change(
            folder,
            "extra",
            "int numEdges) {\n",
            "int numEdges) {\n  if (src[numEdges] == -7) return;\n",
        )
        (folder / FILES["memory"]).touch()  # onewaywrapper.cu includes extra.cu
        _, text, report = self.check(folder, "check-extra")
        first, later = report["parts"][0]["failures"][:2]
        # In plain mode, the kernel reads whatever follows the array. The first case that fails in
        # plain mode is a graph without edges, for which there is no array.
        self.assertEqual((first["case"], first["diagnostic"]), (1, True), text)
        self.assertIn("but src has 2 elements", text)
        self.assertEqual((later["case"], later["diagnostic"]), (9, False), text)

    def test_the_last_case_of_the_extra_credit_can_run_alone(self) -> None:
        folder = self.submission("last_case")
        last = 24 + 27 + 43  # the cases of the extra credit, of match, and of the test cases
        _, text, report = self.check(folder, "check-extra", f"CASE={last}")
        self.assertEqual(report["parts"][0]["cases"], 1, text)
        code, text, _ = self.check(folder, "check-extra", f"CASE={last + 1}")
        self.assertIn(f"{last}", text)
        self.assertEqual(code, 2, text)

    def test_warnings_of_the_compiler_are_shown_next_to_the_failure(self) -> None:
        folder = self.submission("warned")
        self.fill(folder, "scan", "  int left;\n  newSum[0] = left;\n")
        line = line_of(folder / FILES["scan"], "newSum[0] = left")
        for _ in range(2):  # the second time nothing is compiled
            _, text, _ = self.check(folder, "check-scan")
            self.assertRegex(text, rf"exclusive_prefix_sum\.cu:{line}:\d+: warning: .*left")

    def test_the_use_of_the_old_value_of_unmatched_is_explained(self) -> None:
        folder = self.submission("old_unmatched")
        self.change(folder, "filter", "UNMATCHED", "-2")
        _, text, _ = self.check(folder, "check-filter")
        self.assertIn("UNMATCHED is -1", text)

    def test_a_compiler_message_is_shown_for_the_file_that_does_not_build(self) -> None:
        folder = self.submission("no_build")
        self.fill(folder, "scan", "  newSum[0] = undeclared_name;\n")
        code, text, report = self.check(folder)
        self.assertNotEqual(code, 0)
        verdicts = self.verdicts(report)
        self.assertEqual(verdicts["scan"], "NO_BUILD")
        self.assertEqual(verdicts["filter"], "OK")
        self.assertRegex(text, r"exclusive_prefix_sum\.cu:\d+.*error.*undeclared_name")
        self.assertNotIn("compile ", text)

    def test_a_build_that_was_ended_from_outside_is_not_a_fault_of_the_file(self) -> None:
        folder = WORK / "ended_build"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run_filter.log").write_text("fatal error: Killed signal terminated cc1plus\n")
        program = next((ROOT / "build").glob("cpu-*/grader/check_program"))
        words = ["--programs", folder, "--logs", folder, "--sources", "src", "--output", folder]
        done = subprocess.run([program, *words, "filter"], cwd=ROOT, capture_output=True, text=True)
        self.assertIn("NOT CHECKED  was not built this time (fatal error: Killed", done.stdout)
        self.assertIn("run make check again", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_an_endless_loop_gets_the_verdict_slow(self) -> None:
        folder = self.submission("endless")
        self.fill(folder, "filter", "  while (numEdges > 0) keepEdges[0] = *(volatile int*)src;\n")
        _, text, report = self.check(folder, "check-filter")
        self.assertEqual(self.verdicts(report)["filter"], "SLOW", text)

    def test_a_submission_in_the_layout_of_an_earlier_year_is_ok(self) -> None:
        source = ROOT / "src/tests/program/original_layout_submission/src"
        folder = WORK / "original"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source, folder)
        code, text, report = self.check(folder)
        self.assertEqual(code, 0, text)
        self.assertIn("earlier year", text)

    def run_without_diagnosis(self, backend: str, log: str) -> dict[str, dict]:
        """The parts of the report if no program for diagnostic mode was built."""
        folder = WORK / f"no_diagnosis_on_{backend}"
        for mode in ("plain", "diagnostic"):
            (folder / mode).mkdir(parents=True, exist_ok=True)
        for program in ("run_handshaking", "run_filter", "run_scan", "run_wrapper", "match"):
            (folder / f"diagnostic/{program}.log").write_text(log, encoding="utf-8")
            # The CPU program refuses the schedule of --backend cuda, so the script sets `forward`.
            stand_in = folder / f"plain/{program}"
            real = f"{SOLVED}/check/plain/{program}"
            stand_in.write_text(f'#!/bin/sh\nHANDSHAKE_SCHEDULE=forward exec {real} "$@"\n')
            stand_in.chmod(0o755)
        words = ["build/cpu-release/grader/check_program", "--backend", backend]
        words += ["--programs", f"{folder}/plain", "--diagnostic", f"{folder}/diagnostic"]
        words += ["--logs", f"{SOLVED}/check/plain", "--sources", "src", "--output", str(folder)]
        words += ["--marks", f"{SOLVED}/check/marks.json", "--testcases", "testcases"]
        subprocess.run([*words, "--json", f"{folder}/results.json"], cwd=ROOT, stdout=-1)
        report = json.loads((folder / "results.json").read_text(encoding="utf-8"))
        return {part["id"]: part for part in report["parts"]}

    def check_filter_with_object(self, changed: float, output: Path) -> str:
        """The output of the check if the filter's object file was last changed at `changed`."""
        built = output / "gpu_required/markFilterEdges.cu.o"
        built.parent.mkdir(parents=True, exist_ok=True)
        built.touch()
        os.utime(built, (changed, changed))
        words = ["build/cpu-release/grader/check_program", "filter", "--sources", "src"]
        words += ["--programs", f"{SOLVED}/check/plain", "--marks", f"{SOLVED}/check/marks.json"]
        words += ["--logs", str(output), "--output", str(output)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_a_file_that_was_saved_after_the_build_is_named(self) -> None:
        changed = (ROOT / "src/gpu_required/markFilterEdges.cu").stat().st_mtime
        told = "markFilterEdges.cu was changed after this check began"
        folder = WORK / "saved"
        self.assertIn(told, self.check_filter_with_object(changed - 1, folder))
        self.assertNotIn(told, self.check_filter_with_object(changed + 1, folder))

    def test_the_graph_of_an_earlier_failure_is_removed(self) -> None:
        graph = WORK / "removed/failing.mtx"
        graph.parent.mkdir(parents=True, exist_ok=True)
        graph.touch()
        self.check_filter_with_object(time.time(), graph.parent)
        self.assertFalse(graph.exists())

    def test_no_part_is_ok_if_its_program_for_diagnostic_mode_was_not_built(self) -> None:
        for log, verdict in (
            ("src/gpu_required/x.cu:3:1: error: no", "NO_BUILD"),
            ("Killed\n", "NOT_CHECKED"),
        ):
            for part in self.run_without_diagnosis("cpu", log).values():
                wanted = verdict if part["id"] != "match" else "NOT_CHECKED"
                self.assertEqual(part["verdict"], wanted, part)

    def test_a_part_that_only_nvcc_can_build_is_ok_with_a_note_on_what_was_unchecked(self) -> None:
        log = "src/gpu_required/x.cu:3:1: error: no such header\nmore\n"
        for part in self.run_without_diagnosis("cuda", log).values():
            self.assertEqual(part["verdict"], "OK", part)
            if part["id"] == "match":
                continue
            self.assertIn("was checked on the GPU only", part["notes"][0])
            self.assertIn("(src/gpu_required/x.cu:3:1: error: no such header)", part["notes"][0])

    def test_gpu_memory_faults_are_found(self) -> None:
        faults = {
            "leak": ("  CUDA_CHECK(cudaFree(temp3_gpu));\n", "", "MEMORY", "never freed"),
            "missing_copy": (
                "  CUDA_CHECK(cudaMemcpy(matches_gpu, matches, nodeBytes, "
                "cudaMemcpyHostToDevice));\n",
                "",
                "WRONG",
                "matches_gpu",
            ),
            "direction": (
                "src_gpu, graph.src, edgeBytes, cudaMemcpyHostToDevice",
                "src_gpu, graph.src, edgeBytes, cudaMemcpyDeviceToHost",
                "MEMORY",
                "direction",
            ),
            "too_small": (
                "&temp2_gpu, edgeBytes + sizeof(int)",
                "&temp2_gpu, edgeBytes",
                "MEMORY",
                "room for",
            ),
            "too_short_for_one": (
                "&temp3_gpu, edgeBytes",
                "&temp3_gpu, 2",
                "MEMORY",
                "and is given an array with room for 0 elements",
            ),
            "freed_twice": (
                "cudaFree(temp4_gpu)",
                "cudaFree(temp3_gpu)",
                "MEMORY",
                r"allocated in line \d+ and freed in line \d+",
            ),
        }
        for name, (old, new, verdict, words) in faults.items():
            with self.subTest(fault=name):
                folder = self.submission("memory_" + name)
                self.change(folder, "memory", old, new)
                _, text, report = self.check(folder, "check-memory")
                self.assertEqual(self.verdicts(report), {"memory": verdict}, text)
                self.assertRegex(" ".join(text.split()), words)


if __name__ == "__main__":
    sys.exit(unittest.main())
