// What a student reads about a case of this lab.
#pragma once

#include <string>
#include <vector>

#include "labs/matching/case_title.hpp"
#include "suite/fact.hpp"

namespace handshake::suite {

// The rule of the handout that a failure breaks.
enum class Rule { none, handshaking, filter, scan, gpu_memory, strongest_neighbor, output_file };

}  // namespace handshake::suite

namespace handshake::suite::words {

extern const char *const kLabFacts, *const kLabHints,
                                        *const kLabNotes;  // tables: see suite/words/table.hpp

std::string title(const CaseTitle& title);
std::string rule(Rule rule);
// The sentences for a fact of this lab; empty for other facts.
std::vector<std::string> say_fact(const Fact& fact);

}  // namespace handshake::suite::words
