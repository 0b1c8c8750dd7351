// The requests of warps to memory, as a GPU would make them. Here the lanes of a warp run one after
// another, so the requests are reconstructed from the single accesses of the lanes.
//
// Theory of operation. Accesses of different lanes belong to one request if they come from the same
// place of the code, in the same iterations of the loops around this place. A lane may access
// memory at this place several times in these iterations: then its first access belongs to the
// first request, its second access to the second request, and so on. Each request of a warp has a
// record. The records are in the order in which earlier lanes needed them, and lanes usually take
// the same path. So a lane usually needs the record after the one that it used last. When all lanes
// of the warp have ended, the records are added to the counters of their places.
#pragma once
#include <cstdint>

#include "cuda_on_cpu/diagnose/sites.hpp"
#include "cuda_on_cpu/diagnose/state.hpp"

namespace cuda_on_cpu::diagnose {

extern bool counting;  // whether CUCC_COUNTERS names a file

void prepare_requests();
void begin_requests_of_launch();
void record_global(const Thread& thread, uint32_t site, const char* address, uint32_t bytes);
void record_shared(const Thread& thread, uint32_t site, uint32_t offset, uint32_t bytes);
void record_atomic(const Thread& thread, uint32_t site, const char* address);
// Counts the requests of the warp; called when all its lanes have ended.
void count_requests(uint32_t warp);
void drop_requests();

inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;
  return x ^ (x >> 29);
}

}  // namespace cuda_on_cpu::diagnose
