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
// `when` is the word before `what`: "in" for a program, and "after" for a kernel.
Sentences ended(const std::string& what, const std::string& when, const End& end);

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

// run_facts.cpp
Sentences say(const WrongElement& fact);
Sentences say(const LaunchRefused& fact);
Sentences say(const ProgramEnded& fact);
Sentences say(const FirstOfItsSize& fact);

template <class... Types>
struct TypeList {};

// The sentences for the fact, if it is of one of these types; otherwise none. `say_it` calls say().
template <class Say, class... Types>
Sentences say_one_of(const Fact& fact, TypeList<Types...>, Say say_it) {
  Sentences sentences;
  const auto say_if = [&](const auto* one) {
    if (one) sentences = say_it(*one);
    return one != nullptr;
  };
  (say_if(fact.get<Types>()) || ...);
  return sentences;
}

}  // namespace handshake::suite::words
