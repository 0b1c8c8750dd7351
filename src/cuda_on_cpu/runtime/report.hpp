// The reports of the runtime to the programmer. Each report is a paragraph on standard error. If
// HANDSHAKE_FINDINGS names a file or a pipe, each report is also written there, as a JSON object on
// one line.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/include/cuda_on_cpu/vector_types.h"
#include "cuda_on_cpu/runtime/arguments.hpp"
#include "cuda_on_cpu/runtime/text.hpp"

namespace cuda_on_cpu {

struct Launch;
struct Allocation;

enum class Severity { note, warning, error };

// A place in the program: the translator's "file:line:column" if there is one, otherwise an address
// in the program's code.
struct Place {
  const char* site = nullptr;
  const void* code = nullptr;
  bool known() const { return (site != nullptr && *site != '\0') || code != nullptr; }
};

struct Actor {
  bool known = false;
  uint3 block{};
  uint3 thread{};
};

struct Finding {
  const char* kind = "";  // machine-readable, such as out_of_bounds
  Severity severity = Severity::error;
  Text<512> message;
  const char* advice = nullptr;
  Place place;
  Actor actor;
  Place other;  // the second access of a race, the second barrier, ...
  Actor other_actor;
  const char* other_text = nullptr;  // what the report prints before `other`
  // The kernel and its launch, if the finding belongs to one.
  const char* kernel = nullptr;
  uint32_t launch_number = 0;
  const char* launch_site = nullptr;
  Element element;  // the element that was accessed, if the kernel has a name for it
  // The allocation to which the finding belongs, if any.
  uint64_t allocation_bytes = 0;
  Place allocated;
  Place freed;
  uint64_t count = 1;
};

// Reports the finding to the programmer: at once or, in a diagnostic build, after the launch.
void report(const Finding& finding);

// The places that a finding mentions. The caller of write_finding passes the line of each place.
enum PlaceIndex { kPlace, kOther, kAllocated, kFreed, kLaunch, kPlaces };
struct SourceLine {
  char file[512];
  int line;  // 0: not known
};
void places_of(const Finding& finding, Place* places);
void write_finding(const Finding& finding, const SourceLine* lines);

// With HANDSHAKE_FINDINGS=descriptor:NUMBER (the write end of a pipe), lines are numbered, and the
// functions below write further lines. So a program cannot later hide what was found.

// Writes a line as soon as something was found; the report about it is written later.
void announce(const Finding& finding);
// Writes a line that says: since the previous line of this kind, `count` findings were announced,
// and all of them have been reported.
void announced_are_told(size_t count);
// Writes the last line.
void findings_end();

// For messages that are not findings.
void write_error(const char* text, size_t size);

}  // namespace cuda_on_cpu
