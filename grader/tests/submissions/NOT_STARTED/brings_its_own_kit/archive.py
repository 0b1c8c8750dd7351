# attack: archive
# root: files
# what: a Makefile, headers, test cases, git hooks and a grader of its own, but no kernel
# list: 13
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    kit = ("Makefile", "src/main.cu", "src/util/utils.hpp", "src/gpuHeaders.cuh")
    grader = (".git/hooks/pre-commit", "grader/grade", "grader/suite/oracle.cpp")
    names = (*kit, *grader, "testcases/output5.txt", "out.txt", "results.json")
    return make_tar({name: b"int main() { return 0; } // handshake_forged" for name in names})
