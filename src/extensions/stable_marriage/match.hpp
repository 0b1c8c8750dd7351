// The stable marriage of lists in the caller's arrays, on the CPU: what a library needs from this
// folder.
#pragma once

#include <cstdint>

#include "graph/view.hpp"

namespace handshake::marriage {

// The lists of all persons of one side. Person i ranks members[offsets[i]] .. members[offsets[i + 1]
// - 1], which are persons of the other side, the best first. A list may be empty.
struct Side {
  std::int32_t persons = 0;
  graph::Offsets offsets;  // [persons + 1]
  graph::Span<std::int32_t> members;
};

struct MatchOptions {
  int threads = 0;  // 0: as many as the machine has, but one for few men
};

// Writes the wife of every man, or -1, to wives[0 .. men.persons - 1]. This is the stable marriage
// that is best for every man. A pair is possible only if both persons rank each other. The same for
// every number of threads. Copies the lists, because every entry gets the rank of the man. Throws
// GraphError if a list is not valid (`row` is the person, `column` the member), and std::bad_alloc.
void match(const Side& men, const Side& women, const MatchOptions& options, std::int32_t* wives);

}  // namespace handshake::marriage
