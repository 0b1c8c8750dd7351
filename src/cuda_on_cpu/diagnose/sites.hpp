// Places in the program's code that access device memory, numbered in the order of their first
// access.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_on_cpu::diagnose {

struct Shadow;

enum class Access : uint8_t { read, write, atomic };

// Counts the requests of one place, in all launches together. One request is the access of all
// lanes of a warp at one place, in one iteration of the loops around this place.
struct Counters {
  uint64_t requests;
  uint64_t lanes;
  uint64_t sectors;        // 32-byte pieces of global memory that were touched
  uint64_t ideal_sectors;  // how many pieces the accessed words would fill if they were contiguous
  uint64_t bank_turns;     // shared memory: how often the busiest bank delivers a word
  uint64_t ideal_bank_turns;
  uint64_t same_address;  // atomics: the lanes at the busiest address of each request, added up
};

struct Site {
  const void* code;
  const char* low;  // bounds of the allocation that was accessed last
  const char* high;
  Shadow* shadow;
  Access access;
  bool shared_memory;
  Counters counters;
};

constexpr uint32_t kMaxSites = 1u << 15;

extern Site* sites;  // sites[0] is for all places that have no site of their own
extern uint32_t site_count;

void prepare_sites();
// Forgets the bounds of all sites. Called when a launch begins, and when an allocation is freed.
void forget_bounds();

extern uint16_t* site_of_code;
extern const char* code_begin;
extern size_t code_bytes;
uint32_t add_site(const void* code);

inline uint32_t site_at(const void* code) {
  const auto offset = static_cast<size_t>(static_cast<const char*>(code) - code_begin);
  if (offset >= code_bytes) return 0;
  const uint32_t known = site_of_code[offset];
  return known != 0 ? known : add_site(code);
}

}  // namespace cuda_on_cpu::diagnose
