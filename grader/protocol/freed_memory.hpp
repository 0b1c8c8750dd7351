// Makes both sides of a run keep memory that they have freed.
#pragma once
#include <limits.h>
#include <malloc.h>

namespace handshake::protocol {

// Every run uses arrays of some hundred kilobytes. To ask the operating system for this memory each
// time would take longer than all computation with these arrays.
inline void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest that glibc accepts
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

}  // namespace handshake::protocol
