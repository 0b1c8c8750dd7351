// The sentences for each kind of fact. Code outside of this folder includes words.hpp instead.
#pragma once

#include <string>
#include <vector>

#include "suite/fact.hpp"

namespace handshake::suite::words {

using Sentences = std::vector<std::string>;

Sentences say(const Told& fact);

// how_it_ended.cpp
Sentences say(const KernelEnded& fact);
Sentences say(const WrapperEnded& fact);
Sentences say(const MatchEnded& fact);

// kernel_facts.cpp
Sentences say(const WrongElement& fact);
Sentences say(const HandshakingElement& fact);
Sentences say(const FilterElement& fact);
Sentences say(const ScanElement& fact);

// findings.cpp
Sentences say(const Found& fact);
Sentences say(const DidNotFit& fact);

// thread_facts.cpp
Sentences say(const IdleOwner& fact);
Sentences say(const WriterSaw& fact);
Sentences say(const WrittenOften& fact);
Sentences say(const SharedOut& fact);
Sentences say(const LastCondition& fact);
Sentences say(const InsideOf& fact);

// repair_facts.cpp
Sentences say(const Repairs& fact);

// memory_facts.cpp
Sentences say(const BadMemoryCall& fact);
Sentences say(const Leaked& fact);
Sentences say(const Allocated& fact);
Sentences say(const CopiedUnfilled& fact);
Sentences say(const FreesNotReached& fact);
Sentences say(const SetAt& fact);
Sentences say(const UnusedMemory& fact);
Sentences say(const SetEachByte& fact);
Sentences say(const TooLittleRoom& fact);
Sentences say(const Overlap& fact);
Sentences say(const StaleResult& fact);
Sentences say(const DeclaredAgain& fact);
Sentences say(const FreesHostMemory& fact);

// pass_facts.cpp
Sentences say(const NeverLaunched& fact);
Sentences say(const NeighborsOf& fact);
Sentences say(const GivenKeys& fact);
Sentences say(const LaunchRefused& fact);
Sentences say(const ProgramEnded& fact);
Sentences say(const LargestRun& fact);
Sentences say(const FirstOfItsSize& fact);
Sentences say(const SlowWork& fact);

}  // namespace handshake::suite::words
