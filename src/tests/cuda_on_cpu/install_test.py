"""An installed cucc builds programs from the shell, from make and from CMake, without this
repository and without environment variables.

install_test.py BUILT CXX    BUILT: the folder that make has built; CXX: the compiler that built it
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CXX = sys.argv.pop()
BUILT = Path(sys.argv.pop()).resolve()
ROOT = Path(__file__).resolve().parents[3]
PRODUCT = ROOT / "src/cuda_on_cpu"

PROGRAM = """\
#include <cstdio>
#include <cuda_runtime.h>
__global__ void add(int* sum) { atomicAdd(sum, threadIdx.x); }
int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  add<<<1, 10>>>(sum);
  cudaDeviceSynchronize();
  std::printf("%d\\n", *sum);
  cudaFree(sum);
}
"""
MAKEFILE = """\
NVCC ?= $(CUDA_PATH)/bin/nvcc
program: program.o ; $(NVCC) -arch=sm_70 -o $@ $^ -lcudart
program.o: program.cu ; $(NVCC) -O3 -arch=sm_70 -Xcompiler -Wall -c $< -o $@
"""
LANGUAGE = """\
cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(part STATIC part.cu)
set_target_properties(part PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(program ../program.cu)
add_executable(other other.cpp)
target_link_libraries(other PRIVATE part CUDA::cudart)
"""
PART = """\
__global__ void set(int* p) { *p = 45; }
int part() {
  int host = 0, *device;
  cudaMalloc(&device, sizeof(int));
  set<<<1, 1>>>(device);
  cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return host;
}
"""
OTHER = """\
#include <cstdio>
#include <cuda_runtime.h>
int part();
int main() { std::printf("%d\\n", cudaDeviceSynchronize() == cudaSuccess ? part() : 0); }
"""
PACKAGE = """\
cmake_minimum_required(VERSION 3.22)
project(program LANGUAGES CXX)
find_package(CudaOnCpu 1.0 REQUIRED)
add_cuda_on_cpu_executable(program SOURCES ../program.cu)
add_cuda_on_cpu_executable(diagnosed SOURCES ../program.cu DIAGNOSE)
"""
FOLDER_OF_A_PROJECT = """\
cmake_minimum_required(VERSION 3.22)
project(program LANGUAGES CXX)
set(CUDA_ON_CPU_INSTALL ON)
add_subdirectory("{product}" product)
add_cuda_on_cpu_executable(program SOURCES ../program.cu)
"""


def hidden() -> list[str]:
    """The words before a command that cannot see this repository, if the machine allows them."""
    words = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", str(ROOT)]
    if not shutil.which("bwrap") or ROOT in Path(tempfile.gettempdir()).resolve().parents:
        return []
    return words if subprocess.run([*words, "true"], capture_output=True).returncode == 0 else []


class Installed(unittest.TestCase):
    folder: Path
    prefix: Path

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name).resolve()
        cls.prefix = cls.folder / "prefix"
        command = ["make", "-C", str(PRODUCT), f"OUT={BUILT}", f"CXX={CXX}", f"PREFIX={cls.prefix}"]
        subprocess.run([*command, "install"], check=True, capture_output=True)
        for name, text in {
            "program.cu": PROGRAM,
            "Makefile": MAKEFILE,
            "language/CMakeLists.txt": LANGUAGE,
            "language/part.cu": PART,
            "language/other.cpp": OTHER,
            "package/CMakeLists.txt": PACKAGE,
            "project/CMakeLists.txt": FOLDER_OF_A_PROJECT.format(product=PRODUCT),
        }.items():
            (cls.folder / name).parent.mkdir(exist_ok=True)
            (cls.folder / name).write_text(text, encoding="utf-8")

    def sh(self, commands: str, **variables: str) -> str:
        """Runs commands of the shell, and returns what they print."""
        path = variables.pop("PATH", "/usr/bin:/bin")
        words = [f"{name}={value}" for name, value in {"PATH": path, **variables}.items()]
        done = subprocess.run(
            [*hidden(), "env", "-i", *words, "sh", "-euc", commands],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_is_used_from_the_shell(self) -> None:
        cucc = f'"{self.prefix}/bin/cucc"'
        self.assertEqual(self.sh(f"{cucc} program.cu -o shell && ./shell"), "45\n")
        self.assertEqual(self.sh(f"{cucc} --diagnose program.cu -o shell && ./shell"), "45\n")

    def test_is_used_from_make(self) -> None:
        path = f"{self.prefix}/bin:/usr/bin:/bin"
        self.assertIn("\n45\n", self.sh("make NVCC=cucc && ./program && rm program*.o", PATH=path))

    def test_looks_like_a_toolkit_to_build_files_that_ask_for_its_folder(self) -> None:
        (self.folder / "cuda").symlink_to(f"{self.prefix}/lib/cuda_on_cpu")
        text = self.sh("make CUDA_PATH=cuda && ./program && rm program*.o")
        self.assertIn("\n45\n", text)
        text = self.sh("g++ -Icuda/include language/other.cpp -c -o other.o")
        text = self.sh("cuda/bin/nvcc -c language/part.cu -o part.o")
        self.sh("g++ other.o part.o -Lcuda/lib64 -lcudart -o linked")
        self.assertEqual(self.sh("./linked"), "45\n")

    def test_is_a_compiler_of_the_language_cuda_for_cmake(self) -> None:
        self.sh(f"cmake -S language -B language/b -DCMAKE_CUDA_COMPILER={self.prefix}/bin/cucc")
        self.sh("cmake --build language/b")
        linked = self.sh("cat language/b/CMakeFiles/other.dir/link.txt")
        self.assertIn(f"-L{self.prefix}/lib/cuda_on_cpu/lib64 ", linked)
        self.assertEqual(self.sh("language/b/program && language/b/other"), "45\n45\n")
        again = "touch program.cu && cmake --build language/b --target program"
        self.sh(again, NVCC_APPEND_FLAGS="--diagnose")
        findings = self.sh("CUCC_COUNTERS=counters language/b/program && grep -c kernel counters")
        self.assertTrue(findings.startswith("45\n"), findings)

    def test_is_a_package_for_cmake(self) -> None:
        self.sh("cmake -S package -B package/b", CMAKE_PREFIX_PATH=str(self.prefix))
        self.sh("cmake --build package/b")
        self.assertEqual(self.sh("package/b/program && package/b/diagnosed"), "45\n45\n")

    def test_is_a_folder_of_a_project_for_cmake_and_installed_by_it(self) -> None:
        # This builds cucc again, so it may use the cache of the compiler.
        for command in (
            ["cmake", "-S", "project", "-B", "project/b", f"-DCMAKE_CXX_COMPILER={CXX}"],
            ["cmake", "--build", "project/b", "-j2"],
            ["cmake", "--install", "project/b", "--prefix", "installed"],
        ):
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.sh("project/b/program"), "45\n")
        self.assertEqual(self.sh("installed/bin/cucc program.cu -o c && ./c"), "45\n")

    def test_has_the_version_of_the_repository_and_a_man_page(self) -> None:
        text = (PRODUCT / "driver/version.hpp").read_text(encoding="utf-8")
        version = re.findall(r'kVersion = "(.*)"', text)[0]
        self.assertIn(f"cucc {version}:", self.sh(f'"{self.prefix}/bin/cucc" --version'))
        page = (self.prefix / "share/man/man1/cucc.1").read_text(encoding="utf-8")
        self.assertTrue(page.startswith(".TH CUCC 1"))

    def test_may_be_in_a_folder_with_a_blank_and_is_removed(self) -> None:
        prefix = self.folder / "other prefix"
        command = ["make", "-C", str(PRODUCT), f"OUT={BUILT}", f"CXX={CXX}", f"PREFIX={prefix}"]
        for goal in ("install", "uninstall"):
            subprocess.run([*command, goal], check=True, capture_output=True)
            if goal == "install":
                self.assertEqual(self.sh("other*/bin/cucc program.cu -o o && ./o"), "45\n")
        self.assertEqual([file for file in prefix.rglob("*") if not file.is_dir()], [])

    def test_finds_in_the_example_what_the_readme_says(self) -> None:
        readme = (PRODUCT / "README.md").read_text(encoding="utf-8")
        said = readme.split("```\n")[2].splitlines()
        example = "src/cuda_on_cpu/examples/histogram.cu"
        (self.folder / example).parent.mkdir(parents=True)
        shutil.copy(ROOT / example, self.folder / example)
        text = self.sh(f'"{self.prefix}/bin/cucc" --diagnose {example} -o h && ./h 2>&1')
        self.assertGreater(len(said), 5)
        for line in said:
            self.assertIn(line, text.splitlines())


if __name__ == "__main__":
    unittest.main()
