// The sentences for each kind of fact of this lab. Code outside of this folder includes words.hpp
// instead.
#pragma once

#include "labs/matching/facts.hpp"
#include "suite/words/facts.hpp"

namespace handshake::suite::words {

// kernel_facts.cpp
Sentences say(const HandshakingElement& fact);
Sentences say(const FilterElement& fact);
Sentences say(const ScanElement& fact);

// pass_facts.cpp
Sentences say(const WrapperEnded& fact);
Sentences say(const MatchEnded& fact);
Sentences say(const NeverLaunched& fact);
Sentences say(const NeighborsOf& fact);
Sentences say(const GivenKeys& fact);
Sentences say(const LargestRun& fact);

}  // namespace handshake::suite::words
