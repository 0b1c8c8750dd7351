# attack: deceive
# root: diagnosis
# what: reads past the end of an array, in lines that claim to be lines of the runner, because
#   findings in those are dropped; on the graph of 4000 nodes the length of the array is known, and
#   the read ends the program
# list: 26
# points: 108
from pack import make_tar

EXTRA = "src/gpu_extra_credit/extra.cu"


def archive(right):
    line = b"    const unsigned int smaller = static_cast<unsigned int>(strongest[x]);\n"
    assert line in right[EXTRA]
    mark = b'#line 1 "grader/runner/playback.cu"\n'
    past = b"    if (strongest[numNodes] == 0x7ead1234) strongest[x] = 0;\n"
    return make_tar({**right, EXTRA: right[EXTRA].replace(line, mark + past + line)})
