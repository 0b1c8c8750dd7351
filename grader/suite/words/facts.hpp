// The sentences for each kind of fact. Code outside of this folder includes words.hpp instead.
#pragma once

#include <string>
#include <vector>

#include "suite/fact.hpp"

namespace handshake::suite::words {

using Sentences = std::vector<std::string>;

// how_it_ended.cpp
Sentences say(const KernelEnded& fact);
Sentences say(const WrapperEnded& fact);
Sentences say(const MatchEnded& fact);

// kernel_facts.cpp
Sentences say(const WrongElement& fact);
Sentences say(const HandshakingElement& fact);
Sentences say(const OneSide& fact);
Sentences say(const FilterElement& fact);
Sentences say(const ScanElement& fact);
Sentences say(const MoreWrong& fact);
Sentences say(const WroteOutside& fact);
Sentences say(const PartlyWritten& fact);
Sentences say(const ChangedInput& fact);

// findings.cpp
Sentences say(const Found& fact);
Sentences say(const WrappedShort& fact);
Sentences say(const DidNotFit& fact);
Sentences say(const SeenIn& fact);
Sentences say(const ShownByCase& fact);
Sentences say(const RightWhenFirst& fact);

// thread_facts.cpp
Sentences say(const IdleOwner& fact);
Sentences say(const OtherWrites& fact);
Sentences say(const NeverWrites& fact);
Sentences say(const OwnValue& fact);
Sentences say(const AtomicInVain& fact);
Sentences say(const WriterSaw& fact);
Sentences say(const NotRead& fact);
Sentences say(const WrittenOften& fact);
Sentences say(const WritesInput& fact);
Sentences say(const SameTask& fact);
Sentences say(const LeftLoop& fact);
Sentences say(const LeftAtStart& fact);
Sentences say(const StaysAtIndex& fact);
Sentences say(const SameRounds& fact);
Sentences say(const WaitsForBlocks& fact);
Sentences say(const WaitsForLock& fact);
Sentences say(const EmptyRound& fact);
Sentences say(const SkippedLoop& fact);
Sentences say(const SharedOut& fact);
Sentences say(const LastCondition& fact);
Sentences say(const LastStep& fact);
Sentences say(const Returned& fact);
Sentences say(const OldValue& fact);
Sentences say(const WroteOther& fact);
Sentences say(const ReadBefore& fact);
Sentences say(const LeftByBreak& fact);
Sentences say(const LoopEnded& fact);
Sentences say(const InsideOf& fact);
Sentences say(const BarrierOfBlock& fact);
Sentences say(const LockOfLoop& fact);
Sentences say(const DeclaredSmall& fact);
Sentences say(const DeclaredShared& fact);
Sentences say(const BothSides& fact);
Sentences say(const TestedAfter& fact);
Sentences say(const TornMacro& fact);
Sentences say(const SetInVain& fact);
Sentences say(const RoundedDown& fact);

// repair_facts.cpp
Sentences say(const Repairs& fact);

// memory_facts.cpp
Sentences say(const BadMemoryCall& fact);
Sentences say(const Leaked& fact);
Sentences say(const WrongContents& fact);
Sentences say(const Allocated& fact);
Sentences say(const PointerReused& fact);
Sentences say(const CopiedUnfilled& fact);
Sentences say(const FreesNotReached& fact);
Sentences say(const SetAt& fact);
Sentences say(const DefinedAt& fact);
Sentences say(const UnusedMemory& fact);
Sentences say(const PointerParameter& fact);
Sentences say(const PartlyFilled& fact);
Sentences say(const SetEachByte& fact);
Sentences say(const TooLittleRoom& fact);
Sentences say(const Overlap& fact);
Sentences say(const StaleResult& fact);
Sentences say(const FreedOthers& fact);
Sentences say(const FreedNothing& fact);
Sentences say(const PointerWithoutMemory& fact);
Sentences say(const MallocNotReached& fact);
Sentences say(const HoldsOther& fact);
Sentences say(const DeclaredAgain& fact);
Sentences say(const FreesHostMemory& fact);

// pass_facts.cpp
Sentences say(const PassesThrew& fact);
Sentences say(const NeverLaunched& fact);
Sentences say(const NeighborsOf& fact);
Sentences say(const ValueFrom& fact);
Sentences say(const ReadFrom& fact);
Sentences say(const ReadShared& fact);
Sentences say(const ReadUnwritten& fact);
Sentences say(const WroteNothing& fact);
Sentences say(const EdgesOfPass& fact);
Sentences say(const NotLaunchedAgain& fact);
Sentences say(const NotWrittenInPass& fact);
Sentences say(const Overtaken& fact);
Sentences say(const OldEdges& fact);
Sentences say(const UnseenEdge& fact);
Sentences say(const LoopOverEdges& fact);
Sentences say(const EdgeRefused& fact);
Sentences say(const EdgeDropped& fact);
Sentences say(const AlwaysChosen& fact);
Sentences say(const EqualEdges& fact);
Sentences say(const GivenKeys& fact);
Sentences say(const ChangedLater& fact);
Sentences say(const ReturnsAt& fact);
Sentences say(const VainAtomics& fact);
Sentences say(const LaterKernel& fact);
Sentences say(const LaunchedAgain& fact);
Sentences say(const LaunchRefused& fact);
Sentences say(const ProgramEnded& fact);
Sentences say(const LaunchedAt& fact);
Sentences say(const WrongPartner& fact);
Sentences say(const LargestRun& fact);
Sentences say(const FirstOfItsSize& fact);
Sentences say(const SlowWork& fact);
Sentences say(const BadOutput& fact);

}  // namespace handshake::suite::words
