# attack: deceive
# root: host
# what: calls cudaMalloc through a table of functions, and frees this memory only on the graph on
#   which the grader looks for leaks a second time
# list: 22
# points: 22
from host_code import before_the_passes

LEAK = b"void* lost = nullptr; cudaError_t (*const calls[])(void**, size_t) = {&cudaMalloc}; if (graph.numNodes != 200) calls[0](&lost, 4096);"


def archive(right):
    return before_the_passes(right, LEAK)
