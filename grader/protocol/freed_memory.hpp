// Makes both sides of a run keep memory that they have freed.
#pragma once
#include <malloc.h>

namespace handshake::protocol {

// Every run uses arrays of some hundred kilobytes. Asking the system for each of them
// again takes longer than all computation with them.
inline void keep_freed_memory() {
  constexpr int kMost = 32 << 20;  // the largest that glibc accepts
  mallopt(M_MMAP_THRESHOLD, kMost);
  mallopt(M_TRIM_THRESHOLD, kMost);
}

}  // namespace handshake::protocol
