# attack: deceive
# root: host
# what: an array of cudaMallocAsync is freed only on the graph on which leaks are looked for
#   again
# list: 22
# points: 11
from host_code import before_the_passes

LEAK = b"void* lost = nullptr; if (graph.numNodes != 200) cudaMallocAsync(&lost, 4096, nullptr);"


def archive(right):
    return before_the_passes(right, LEAK)
