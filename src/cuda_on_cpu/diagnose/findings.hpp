// Findings of the diagnostic build. The same mistake in many threads is one finding. When a launch
// has ended, its findings are written in the order of the program's lines.
#pragma once
#include "cuda_on_cpu/runtime/report.hpp"

namespace cuda_on_cpu::diagnose {

// Counts a mistake at these two places. Returns true if the mistake is new. Then the caller must
// describe the mistake with add().
bool is_new(Kind kind, const void* place, const void* other);
void add(const Finding& finding);
struct Where {
  uint64_t grid_thread;
  const void* code;
};
// Makes a finding about the running kernel, for the given thread at the given place of the code.
Finding finding_at(Kind kind, const Where& where, Severity severity = Severity::error);

// Writes the findings that are new since the last call.
void write_findings();

// Adds a finding. If no kernel runs, also writes all findings that are not written yet.
void collect(const Finding& finding);

}  // namespace cuda_on_cpu::diagnose
