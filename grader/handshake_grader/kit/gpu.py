"""The GPU of this machine: whether there is one, whether it is free, and how a program in the
sandbox uses it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..messages import sentence
from ..sandbox.guarded_process import Limits
from ..sandbox.sandbox import Files, wrap
from .kit import Kit, make

CUDA_OUT = "build/grader/kit_cuda"
# The size of the only mapping of shared memory without a file that the driver makes (release 580).
# If the sandbox refuses this mapping, the first cudaMalloc fails with "out of memory".
SHARED_BYTES = 2 << 20
# Bits of clocks_throttle_reasons.active: reasons why the GPU could not run at full speed.
_THROTTLED = {0x8: "hardware slowdown", 0x20: "heat", 0x40: "heat", 0x80: "the power supply"}


class NoGpu(Exception):
    """Nothing can be timed on a GPU here; the exception's text gives the reason."""


@dataclass(frozen=True)
class Gpu:
    name: str
    architecture: str  # such as sm_90

    def others(self) -> int:
        """How many processes use the GPU."""
        said = _ask("--query-compute-apps=pid", "-i", "0")
        return len([line for line in said.splitlines() if line.strip().isdigit()])

    def throttled(self) -> str:
        """The reason why the GPU is slowed down; "" if it is not."""
        said = _ask("--query-gpu=clocks_throttle_reasons.active", "-i", "0").strip()
        try:
            bits = int(said, 16)
        except ValueError:
            return ""
        return ", ".join(sorted({word for bit, word in _THROTTLED.items() if bits & bit}))

    def state(self) -> str:
        fields = "clocks.sm,temperature.gpu,power.draw"
        clock, heat, power = _ask(f"--query-gpu={fields}", "-i", "0").strip().split(", ")
        return f"{clock} MHz, {heat} degrees, {power} W"


def find_gpu() -> Gpu:
    if shutil.which("nvidia-smi") is None:
        raise NoGpu(sentence("no_gpu"))
    said = _ask("--query-gpu=name,compute_cap", "-i", "0").strip()
    name, _, capability = said.rpartition(", ")
    if not name or not capability.replace(".", "").isdigit():
        raise NoGpu(sentence("no_gpu"))
    _nvcc()
    return Gpu(name, f"sm_{capability.replace('.', '')}")


def _nvcc() -> Path:
    found = Path(shutil.which("nvcc") or "/").resolve()
    if not found.is_relative_to("/usr"):
        raise NoGpu(sentence("no_nvcc"))
    return found


def _ask(query: str, *words: str) -> str:
    command = ["nvidia-smi", query, "--format=csv,noheader,nounits", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoGpu(sentence("gpu_is_silent")) from error
    if done.returncode != 0:
        raise NoGpu(sentence("no_gpu"))
    return done.stdout


def kit_for(kit: Kit, gpu: Gpu) -> Kit:
    """Builds, with nvcc, the part of the kit that an extension needs. The caller must make sure
    that no other grader builds this part at the same time: two builds would disturb each other."""
    architecture = f"ARCH=-arch={gpu.architecture}"
    variables = ["BACKEND=cuda", f"OUT={CUDA_OUT}", f"NVCC={_nvcc()}", architecture]
    parts = json.loads(make(kit.root, variables, "print-kit"))
    runner, ours = (parts["program"][one] for one in ("extension_runner", "our_extension"))
    make(kit.root, variables, runner, ours)
    root = kit.root
    return replace(
        kit,
        compile_words=tuple(parts["compile"]),
        kernel_words=tuple(parts["kernels"]),
        link_words=tuple(parts["link"]),
        link_tail=tuple(parts["link_tail"]),
        whole=replace(kit.program, extension_runner=root / runner, our_extension=root / ours),
        digest=f"{kit.digest}-{gpu.architecture}",
    )


def wrap_with_gpu(
    argv: Sequence[str], read_only: Files, limits: Limits, environment: Mapping[str, str]
) -> list[str]:
    """The command line of sandbox.wrap, with everything that the driver needs: the device files,
    /sys, and shared memory without a file. Landlock allows the program to write below /dev and
    /proc/self/task. In /proc/self/task, the driver writes to the files of its own threads."""
    words = wrap(argv, read_only, limits, environment)
    mount, guard = words.index("--remount-ro"), words.index("--work")
    devices = [str(file) for file in sorted(Path("/dev").glob("nvidia*"))]
    mounts = [word for device in devices for word in ("--dev-bind", device, device)]
    mounts += ["--ro-bind", "/sys", "/sys"]
    allowed = ["--write", "/dev", "--write", "/proc/self/task", "--shared", str(SHARED_BYTES)]
    return [*words[:mount], *mounts, *words[mount:guard], *allowed, *words[guard:]]
