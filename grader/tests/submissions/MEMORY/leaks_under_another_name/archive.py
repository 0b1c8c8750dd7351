# attack: deceive
# root: host
# what: declares cudaMalloc itself, by its assembler name, and frees this memory only on the graph
#   on which the grader looks for leaks a second time
# list: 22
# points: 22
from host_code import before_the_passes

LEAK = b"void* lost = nullptr; if (graph.numNodes != 200) taken(&lost, 4096);"
ABOVE = b'extern "C" cudaError_t taken(void**, size_t) asm("cudaMalloc");\n'


def archive(right):
    return before_the_passes(right, LEAK, ABOVE)
