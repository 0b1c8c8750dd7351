# attack: deceive
# root: host
# what: takes the macro away by which calls are followed, and frees an array only on the graph
#   on which leaks are looked for again
# list: 22
# points: 11
from pack import make_tar

WRAPPER, EXTRA = "src/onewaywrapper.cu", "src/gpu_extra_credit/extra.cu"
CALL = b"const int passes = one_way_handshake("
LEAK = b"void* lost = nullptr; if (graph.numNodes != 200) cudaMalloc(&lost, 4096);\n  "


def archive(right):
    text = right[WRAPPER].replace(CALL, LEAK + CALL)
    at = text.index(b"// Returns the number of passes.")
    return make_tar({WRAPPER: text[:at] + b"#undef cudaMalloc\n" + text[at:], EXTRA: right[EXTRA]})
