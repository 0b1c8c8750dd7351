// The reports of the runtime to the programmer. Each report is a paragraph on standard error. If
// CUCC_FINDINGS names a file or a pipe, each report is also written there, as a JSON object on
// one line.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/findings/finding.hpp"
#include "cuda_on_cpu/include/cuda_on_cpu/vector_types.h"
#include "cuda_on_cpu/runtime/arguments.hpp"
#include "cuda_on_cpu/runtime/text.hpp"

namespace cuda_on_cpu {

struct Launch;
struct Allocation;

using handshake::Kind;
using handshake::Severity;
using handshake::Space;

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

// A finding whose lines are not known yet. Members that are not set here are set in write_finding.
struct Finding : handshake::FindingOf<const char*, Name> {
  explicit Finding(Kind kind_of = Kind::none, const Place& at = {},
                   Severity severity_of = Severity::error)
      : place(at) {
    kind = kind_of;
    severity = severity_of;
  }
  Text<512> message;
  Text<160> brief_message;
  Place place;
  Actor actor;
  Place other;
  Actor other_actor;
  const char* other_text = nullptr;  // what the report prints before `other`
  const char* launch_site = nullptr;
  Place allocated;
  Place freed;
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

// With CUCC_FINDINGS=descriptor:NUMBER (the write end of a pipe), lines are numbered, and this
// function writes further lines: one as soon as something was found, one when all that was announced
// has been reported, and the last one. So a program cannot later hide what was found.
using Line = handshake::FindingLine<const char*, Name>;
void write_to_pipe(const Line& line);

// For messages that are not findings.
void write_error(const char* text, size_t size);

}  // namespace cuda_on_cpu
