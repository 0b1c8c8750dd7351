# attack: deceive
# root: host
# what: a right run, at whose end the host sends a piece of a message and is gone
# list: 2
from pack import make_tar

WRAPPER, EXTRA = "src/onewaywrapper.cu", "src/gpu_extra_credit/extra.cu"
CALL = b"const int passes = one_way_handshake("
CUT = b"atexit([] { long it[2] = {3, 0}; if (write(4, it, 12) < 0) abort(); });\n  "


def archive(right):
    text = b"#include <unistd.h>\n#include <cstdlib>\n" + right[WRAPPER]
    return make_tar({WRAPPER: text.replace(CALL, CUT + CALL), EXTRA: right[EXTRA]})
