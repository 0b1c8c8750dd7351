# attack: archive
# root: files
# what: programs and libraries, with the names that a linker or a loader would find
# list: 11
from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    objects = ("src/gpu_required/markFilterEdges.o", "src/onewaywrapper.so")
    names = ("match", "libcudart.so", "build/grader/guard/guard", *objects)
    return make_tar({name: b"\x7fELF\2\1\1" + bytes(64) for name in names})
