# attack: deceive
# root: host
# what: has the right result, but at its end the host sends only a part of a message
# list: 2
from host_code import before_the_passes

CUT = b"atexit([] { long it[2] = {3, 0}; if (write(4, it, 12) < 0) abort(); });"


def archive(right):
    return before_the_passes(right, CUT, headers=b"#include <unistd.h>\n#include <cstdlib>\n")
