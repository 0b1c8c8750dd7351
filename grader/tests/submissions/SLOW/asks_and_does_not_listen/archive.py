# attack: exhaust
# root: resources
# what: a flood of messages to the broker, none of whose answers is read
# list: 8
from pack import make_tar

WRAPPER, EXTRA = "src/onewaywrapper.cu", "src/gpu_extra_credit/extra.cu"
CALL = b"const int passes = one_way_handshake("
FLOOD = b"long it[11] = {9}; while (write(4, it, 88) > 0) continue;\n  "


def archive(right):
    text = b"#include <unistd.h>\n" + right[WRAPPER]
    return make_tar({WRAPPER: text.replace(CALL, FLOOD + CALL), EXTRA: right[EXTRA]})
