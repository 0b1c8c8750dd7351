"""The sanitizers find nothing in the tests of the library, with the threads of the library."""

from __future__ import annotations

import pytest

from building import ROOT, build_library, run

# The other tests, which take long to compile, are part of the sanitized build of the whole tree.
TESTS = ("calls_test", "c_api_test", "bad_input_test")


@pytest.mark.parametrize("sanitizers", ["thread", "address,undefined"])
def test_sanitizers_find_nothing(sanitizers: str) -> None:
    folder = ROOT / f"build/library-{sanitizers.partition(',')[0]}"
    flags = f"-fsanitize={sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer"
    build_library(folder, "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1",
                  f"-DCMAKE_CXX_FLAGS={flags}", f"-DCMAKE_C_FLAGS={flags}",
                  targets=TESTS)  # fmt: skip
    for test in TESTS:
        run(folder / "tests" / test, "--gtest_brief=1")
