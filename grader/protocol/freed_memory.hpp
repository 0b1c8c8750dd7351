// The check program and the runners keep the memory that they have freed, instead of returning it
// to the operating system.
#pragma once
#include <limits.h>
#include <malloc.h>

namespace handshake::protocol {

// Every run uses arrays of several hundred kilobytes. Getting this memory from the operating system
// for each run would take longer than the whole computation with these arrays.
inline void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest value that glibc accepts
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

}  // namespace handshake::protocol
