// A checksum for arrays. It finds accidental damage, but does not protect against deliberate
// changes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace handshake {

// XXH64, as its specification defines it (github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed);

// The data is cut into blocks of 1 MiB. Block i is hashed with seed i, and then all these hashes,
// as little-endian numbers, are hashed with seed 0. So several threads can compute the checksum
// together.
std::uint64_t checksum(const void* data, std::size_t size, int threads);

// The same checksum, computed while the data is copied from one place to another.
std::uint64_t copy_with_checksum(const void* from, void* to, std::size_t size, int threads);

}  // namespace handshake
