// A checksum for arrays. It finds accidental damage, but does not protect against deliberate
// changes.
#include "graph/checksum.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "graph/parallel.hpp"

namespace handshake {
namespace {

constexpr std::uint64_t kPrime1 = 0x9e3779b185ebca87u;
constexpr std::uint64_t kPrime2 = 0xc2b2ae3d27d4eb4fu;
constexpr std::uint64_t kPrime3 = 0x165667b19e3779f9u;
constexpr std::uint64_t kPrime4 = 0x85ebca77c2b2ae63u;
constexpr std::uint64_t kPrime5 = 0x27d4eb2f165667c5u;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

std::uint64_t rotate(std::uint64_t x, int bits) {
  return x << bits | x >> (64 - bits);
}

// Returns the next `size` bytes as a little-endian number.
std::uint64_t number_at(const unsigned char* p, int size) {
  std::uint64_t number = 0;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  for (int i = 0; i < size; i++) number |= std::uint64_t{p[i]} << (8 * i);
#else
  std::memcpy(&number, p, static_cast<std::size_t>(size));
#endif
  return number;
}

std::uint64_t add_lane(std::uint64_t lane, std::uint64_t input) {
  return rotate(lane + input * kPrime2, 31) * kPrime1;
}

std::uint64_t merge_lane(std::uint64_t hash, std::uint64_t lane) {
  return (hash ^ add_lane(0, lane)) * kPrime1 + kPrime4;
}

// Calls hash_block(start, size, number) for every block, and hashes the results.
template <class Visit>
std::uint64_t checksum_of_blocks(std::size_t size, int threads, const Visit& hash_block) {
  const std::size_t blocks = (size + kBlockBytes - 1) / kBlockBytes;
  std::vector<unsigned char> hashes(8 * blocks);
  for_each_part(static_cast<std::int64_t>(blocks), threads, [&](std::int64_t block) {
    const std::size_t start = static_cast<std::size_t>(block) * kBlockBytes;
    const std::uint64_t hash =
        hash_block(start, std::min(kBlockBytes, size - start), static_cast<std::uint64_t>(block));
    for (int i = 0; i < 8; i++)
      hashes[8 * static_cast<std::size_t>(block) + i] = static_cast<unsigned char>(hash >> (8 * i));
  });
  return xxh64(hashes.data(), hashes.size(), 0);
}

}  // namespace

std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed) {
  const unsigned char* p = static_cast<const unsigned char*>(data);
  const unsigned char* const end = p + size;
  std::uint64_t hash = seed + kPrime5;
  if (size >= 32) {
    std::uint64_t lanes[] = {seed + kPrime1 + kPrime2, seed + kPrime2, seed, seed - kPrime1};
    for (; end - p >= 32; p += 32)
      for (std::size_t i = 0; i < 4; i++) lanes[i] = add_lane(lanes[i], number_at(p + 8 * i, 8));
    hash = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
    for (const std::uint64_t lane : lanes) hash = merge_lane(hash, lane);
  }
  hash += size;
  for (; end - p >= 8; p += 8)
    hash = rotate(hash ^ add_lane(0, number_at(p, 8)), 27) * kPrime1 + kPrime4;
  if (end - p >= 4) {
    hash = rotate(hash ^ number_at(p, 4) * kPrime1, 23) * kPrime2 + kPrime3;
    p += 4;
  }
  for (; p < end; p++) hash = rotate(hash ^ *p * kPrime5, 11) * kPrime1;
  hash = (hash ^ hash >> 33) * kPrime2;
  hash = (hash ^ hash >> 29) * kPrime3;
  return hash ^ hash >> 32;
}

std::uint64_t checksum(const void* data, std::size_t size, int threads) {
  return checksum_of_blocks(
      size, threads, [&](std::size_t start, std::size_t blockSize, std::uint64_t block) {
        return xxh64(static_cast<const char*>(data) + start, blockSize, block);
      });
}

std::uint64_t copy_with_checksum(const void* from, void* to, std::size_t size, int threads) {
  return checksum_of_blocks(size, threads,
                            [&](std::size_t start, std::size_t blockSize, std::uint64_t block) {
                              char* const copy = static_cast<char*>(to) + start;
                              std::memcpy(copy, static_cast<const char*>(from) + start, blockSize);
                              return xxh64(copy, blockSize, block);
                            });
}

}  // namespace handshake
