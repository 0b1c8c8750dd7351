// The facts about a failure, as values; words/ makes sentences from them.
#pragma once

#include <any>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/observed.hpp"
#include "suite/finding.hpp"
#include "suite/sure.hpp"

namespace handshake::suite {

struct Place {
  std::string file;
  int line = 0;
};
inline bool operator==(const Place& a, const Place& b) {
  return a.file == b.file && a.line == b.line;
}

// How a launch, or a run of whole passes, ended.
enum class Ended {
  replied,
  cuda_error,
  exited,
  killed,
  timed_out,
  spent,  // the time limit of its part was used up before this run began
  flooded,
  bad_reply,
  not_built
};
struct End {
  Ended how = Ended::not_built;
  int code = 0;        // the exit code, or the signal
  long seconds = 0;    // the time limit
  std::string reason;  // the error message of CUDA, or what is wrong with the reply
};

struct KernelEnded {
  std::string kernel;
  End end;
};
struct WrapperEnded {
  bool extra;
  End end;
};
struct MatchEnded {
  End end;
};

// ---- an element, or an index

struct WrongElement {
  std::string array;
  int index;
  std::optional<int> got;  // none: never written
  int expected;
  // Used if `got` is none: whether the kernel may have copied this element from fresh memory.
  bool may_be_copied = false;
};
// The next four facts explain the wrong element: two for handshaking, one for filter, one for scan.
struct HandshakingElement {
  int node, before, expected;  // before: the node's partner from an earlier pass
  int hand, hand_of_hand;      // kUnmatched: none
};
struct OneSide {
  int node, other;  // the ends of a handshake; the kernel wrote only the element of `other`
};
struct FilterElement {
  int edge, src, dst;
  int src_match, dst_match;
};
struct ScanElement {
  int element, distance;
  int old;     // oldSum[element]
  int source;  // the needed element of oldSum to the left of this element; 0 if there is none
};
struct MoreWrong {
  std::string array;
  int wrong, of;
};
struct WroteOutside {
  std::string array;
  int index, size;
};
struct ChangedInput {
  std::string array;
  int index, was, is;
};

// ---- what diagnostic mode saw

struct Found {
  Finding finding;
  bool is_named = false;  // whether an earlier sentence names the element
};
struct WrappedShort {
  long index;  // the correct index, cut to 16 bits: a negative number
};
struct DidNotFit {
  Finding finding;  // a note about a number that was changed because its type is too small
};
struct SeenIn {
  int blocks, threads;  // of the launch in diagnostic mode; the failing launch has another shape
};
struct ShownByCase {
  int number, blocks, threads;
};

struct RightWhenFirst {
  int blocks, threads;            // of a launch that failed, but is right when it runs first
  std::optional<Place> variable;  // where the kernel uses memory to which no argument points
};

// ---- what the steps of the threads show

struct ThreadId {
  int block, thread;
};
struct Task {
  std::string thing;  // what an index counts: "node", "edge", "element"
  int index;
};
struct ReadValue {
  std::string array;
  int index;
  std::optional<int> value;         // before the launch
  std::optional<Place> written_at;  // by an earlier step of the launch
};
// What a thread read, and the `if` or `switch` that it reached next.
struct Deed {
  std::vector<ReadValue> reads;
  std::optional<Place> decision;
  std::optional<bool> held;  // whether the condition was true, if this is known
  bool is_switch = false;
  std::vector<std::pair<Place, bool>> earlier;  // at most two conditions before `decision`
};
struct OwnValue {
  Place at;                       // of a shuffle
  std::optional<Place> decision;  // the first `if` after it
  bool held;
};
struct IdleOwner {
  std::string array;  // its element was not written
  Task task;
  ThreadId owner;
  Deed deed;
  Place at;  // of the last access before deed.decision
};
struct OtherWrites {
  std::string array;
  Place at;
  bool in_other_case = false;    // whether the writes were seen when other test cases ran
  std::vector<Place> more = {};  // if in_other_case: more lines that write to `array`
};
struct NeverWrites {
  std::string kernel, array;
};
struct AtomicInVain {
  std::string array;
  int index;
  ThreadId thread;
  Place at;
};
struct Overtaken {
  ThreadId thread;
  Place at;
};
struct WriterSaw {
  std::string array;
  int index;
  Deed deed;
};
// The right value of the element depends on `array[index]`, but the thread that wrote the wrong
// value had not read `array[index]`.
struct NotRead {
  std::string written;  // the array with the wrong element
  int element;
  std::string array;
  int index;
  bool was_read_earlier;  // whether it read `array[index]` in an earlier round of its loop
};
struct WrittenOften {
  std::string array;
  int index, times, threads;
  std::optional<Place> first;  // the line of the first write, if the last write is in another line
};
struct WritesInput {
  std::string array;
  int index;
  Place at;
};
struct PartlyWritten {
  std::string array;
  int index, bytes;
};
struct SameTask {
  Task task;
  ThreadId one, other;
};
struct LeftLoop {
  Task task;
  ThreadId thread;
  Place at;
};
struct LeftAtStart {
  Task task;
  ThreadId thread;
  Place at;
  std::optional<Place> loop = {};  // reached before; its body was not executed
};
struct StaysAtIndex {
  Task task;
  ThreadId thread;
  int index;
  Place at;
};
struct SameRounds {
  ThreadId thread;
  Deed deed;
};
// A thread reads a global variable in every round of a loop that does not end.
struct WaitsForBlocks {
  ThreadId thread;
  Place at;
  int idle, blocks;  // idle: the number of blocks in which no thread has done anything
};
// In every round of a loop that does not end, a thread calls an atomic function without changing
// `array[index]`.
struct WaitsForLock {
  ThreadId thread;
  Place at;
  std::string array;
  int index;
  ThreadId holder;  // the thread that changed the element last
  Place taken;
  bool both = false;  // whether the holder waits, too, for an element that `thread` changed
};
struct EmptyRound {
  Task task;
  ThreadId thread;
  Place at;      // of the last decision in this round
  bool is_loop;  // true if the round has no decision: then `at` is the loop
};
// After its other steps, the thread reached a loop, but never executed the body of the loop.
struct SkippedLoop {
  ThreadId thread;
  Place at;
};
struct SharedOut {
  Task task;
  std::optional<Place> number, decision;
  std::vector<Place> loops;      // the loops that are not inside another loop
  std::optional<Place> outside;  // a write of another element, outside of all loops
  // Only for a scan: whether a thread touched an element with the index of the task.
  bool came = false;
};

struct LastCondition {  // the last one that the thread reached before it wrote
  ThreadId thread;
  Place at;
  bool held;
};
// The last step of a thread: after this step, the thread read and wrote nothing.
struct LastStep {
  ThreadId thread;
  Place at;
  bool held, is_goto;
};
// A thread returned after it had worked on an element.
struct Returned {
  ThreadId thread;
  Place at;
};
// A thread used a value in shared memory that it had written in an earlier round of its loop.
struct OldValue {
  ThreadId thread;
  Place read, written;
};
// The thread that should have written the element wrote another one: `array[index]`.
struct WroteOther {
  std::string array;
  int index;
  Place at;
};
// In one round, a thread wrote without reading anything first. `last` is the last value that it had
// read before this round.
struct ReadBefore {
  ReadValue last;
  Place at;
};
struct LeftByBreak {
  ThreadId thread;
  Place at;
};
struct LoopEnded {
  ThreadId thread;
  Place at;
  ReadValue last;  // the value that the loop's condition had read
};

// The value that was passed to an atomicMax or atomicMin.
struct GivenValue {
  bool to_max, has_sign;
  unsigned long long bits;  // if has_sign: the bits of an int64_t
};
inline bool operator<(const GivenValue& a, const GivenValue& b) {
  return a.has_sign ? static_cast<long long>(a.bits) < static_cast<long long>(b.bits)
                    : a.bits < b.bits;
}

// ---- GPU memory and the extra credit

struct PassesThrew {
  std::string thrown;
};
struct NeverLaunched {
  std::string kernel;
  int pass = 0;
  int edges = 0;  // elements that are left in the edge list
};
struct BadMemoryCall {
  protocol::MemoryEvent event;
};
struct Leaked {
  protocol::MemoryEvent first;
  int arrays;
  int first_free;          // the first line that called cudaFree; 0: none
  std::vector<int> lines;  // the lines that allocated the arrays
};
struct NeighborsOf {
  int node;
  std::vector<std::pair<int, int>> shown;  // node and weight of the first few neighbors
  bool has_more;
  int pass;  // counted from 1
};
struct WrongContents {
  std::string variable;  // empty: the result
  int index;
  std::optional<int> got;  // none: the element has the value of fresh memory
  int expected;
};
struct Allocated {
  std::string variable;
  protocol::AllocationLines lines;
  bool was_freed;
  bool is_about_room = false;  // whether the fact is about the size, and not about the values
};
struct PointerReused {
  protocol::AllocationLines lines;  // of the memory to which the pointer pointed before
};
struct Overlap {
  std::string kernel, first, second;            // the arguments
  std::string first_variable, second_variable;  // in the first pass
  long distance;  // from the start of `first` to the start of `second`, in elements
  long needs;     // how many elements `first` needs
};
struct StaleResult {
  int pass, passes;  // result: `matches` after pass `pass` of `passes`; 0: before pass 1
  bool was_copied;   // whether something was copied to the result
};
struct FreedNothing {
  Place at;  // the first cudaFree
};
struct FreedOthers {
  int arrays;
  std::string file;
  int first, last;  // lines
};
struct TooLittleRoom {
  std::string kernel, argument, variable;
  long has, needs;
  bool is_allocated;
};
struct ValueFrom {
  std::string kernel;
  Place launch;
};
struct ReadFrom {
  std::string kernel;  // it wrote the value from which the wrong element was computed
  Place at;
  bool in_earlier_pass;
};
// The value from which the wrong element was computed had been read from shared memory.
struct ReadShared {
  Place read, changed;  // changed: the last access before `read` that may have changed the value
  ThreadId thread;      // the thread of the access `changed`
};
struct ReadUnwritten {
  Place at;                     // where the writer of the wrong element read an unwritten value
  std::optional<Place> others;  // a line that writes other elements of the same array
};
struct WroteNothing {
  std::string kernel;
  Place launch;
  std::optional<Place> condition;  // a condition that was never true
};
struct NotLaunchedAgain {
  std::string kernel;  // the kernel that was launched only in the first pass
  Place at;
};
struct EdgesOfPass {  // the kernel read past the last edge of the pass
  int pass, edges;
};
struct NotWrittenInPass {
  std::optional<Place> others;  // a line that writes other elements
};
struct UnseenEdge {
  int edge, of;
  std::string kernel;
  Place launch;
  int blocks, threads;
};
// A loop over edges, in the only thread that compared edges of the node.
struct LoopOverEdges {
  int node, first, last;  // first and last: the edges of the node
  ThreadId thread;
  Place at;
  int edge;  // the edge with which the loop began or ended
  bool begins;
};
// The only thread that compared the right edge with others stored nothing, because a condition was
// false.
struct EdgeRefused {
  int node, edge;
  ThreadId thread;
  Place at;
  bool is_loop;  // `at` is a loop around an atomic function, not an `if`
};
// A thread read the source of the right edge, but no thread read its destination or its weight.
struct EdgeDropped {
  int node, edge;
  ThreadId thread;
  Place read;
  std::optional<Place> condition, loop;  // where a condition was false; where a loop ended
};
// For every node, the neighbor that `which` names was chosen.
struct AlwaysChosen {
  enum Which { smallest, largest, lightest } which;
};
struct EqualEdges {
  int node, neighbor, weight;  // neighbor: the one that was chosen
  int smallest, largest;       // indices of the neighbors with this weight
};
struct GivenKey {
  int neighbor, weight;  // of an edge of GivenKeys::node
  GivenValue given;
};
struct GivenKeys {  // the key of another edge wins against the key of the right edge
  int node, expected;
  Place at;
  std::vector<GivenKey> keys;  // one for each edge of the node
  bool all_ones = false;       // the upper half of every key has only ones, whatever the weight is
};
struct ReturnsAt {
  std::string function;
  Place used, at;
};
struct ChangedLater {
  Place looked, changed;  // looked: a thread read a value; changed: `thread` changed it later
  ThreadId thread;
};
struct VainAtomics {
  ThreadId thread;
  Place at;
  std::string kernel;  // the kernel that wrote the value of the element
  Place set;
  bool in_earlier_pass;
  int element;
};
// In a later pass, a kernel read memory that had held an array of the edge list in the first pass.
struct OldEdges {
  std::string kernel, array;
  Place at;
  int pass;
};
struct LaterKernel {
  std::string kernel;  // it wrote other elements, after the wrong element had got its value
  Place launch;
};
struct LaunchedAgain {
  std::string kernel;
  Place at;
};
struct LaunchRefused {
  std::string kernel;
  Place at;
  long blocks, threads, shared_bytes;  // requested by the launch; threads: per block
};
struct ProgramEnded {
  Place at;
  std::optional<Place> decision;  // the condition or loop around it
};
struct LaunchedAt {
  std::string kernel;
  Place at;
};
struct PointerWithoutMemory {
  std::string variable;
  Place at;
  bool is_students;
};
// The next facts are about lines that explain a failure, and that were found in the source text.
struct MallocNotReached {
  std::string variable;
  Place at;
};
struct HoldsOther {
  std::string variable, array;  // array: the CPU array whose values `variable` holds
};
struct DeclaredAgain {
  std::string variable;
  Place at;
  std::optional<Place> used = {};  // where the outer variable is used; none: in the given code
};
struct FreesHostMemory {
  Place at;
};
struct CopiedUnfilled {
  std::string variable;
  Place at;
};
struct SetAt {
  std::string variable;
  Place used, at;
  bool is_sure = true;              // false: an `if` or a loop decides whether the line is executed
  std::optional<Place> later = {};  // a line between `at` and `used` that may set it again
  std::optional<Place> decision = {};  // if not is_sure: the `if` around it
};
// A macro, or a variable outside of all functions.
struct DefinedAt {
  std::string name;
  Place used, at;
};
struct LockOfLoop {
  Place taken;                          // an atomicCAS that changes 0 to 1
  std::optional<Place> back, decision;  // the atomicExch that sets 0; the condition around it
};
struct BarrierOfBlock {
  Place at;  // a __syncthreads between the accesses of two threads in different blocks
};
// A variable whose type is too small for a number; only the line `at` declares it.
struct DeclaredSmall {
  std::string variable;
  Place used, at;
  bool is_set;  // whether the line `used` sets the variable
};
// An array in shared memory; a thread used an index outside of this array.
struct DeclaredShared {
  std::string array;
  Place at;
};
// A condition that reads an element before it compares the index.
struct TestedAfter {
  std::string index;
  Place at;
};
// Both sides of this operator are evaluated.
struct BothSides {
  Place at;
  char sign;  // & or |
};
// `at`: an access outside of an array, or a barrier that not all threads of a block reach.
// `around`: each `if` and loop around it, the innermost one first.
struct InsideOf {
  Place at;
  bool is_barrier;
  std::vector<std::pair<Place, bool>> around;  // a line; true: a loop, false: an `if`
};
// A macro has no parentheses around its text, or around a parameter. So the operator `sign` is
// applied to only a part of the text, or of the argument: 2 * i becomes 2 * x + 1 if the
// argument for i is x + 1.
struct TornMacro {
  std::string name, argument, sign;  // argument: empty if the macro's text lacks parentheses
  bool is_before;                    // whether the operator is before the text
  Place used, at;
};
struct SetInVain {  // a new value for a parameter that is only a copy of the argument
  std::string variable, function;
  Place head, at;
};
struct RoundedDown {
  Place at;
  std::string text;
  long dividend, divisor;
};
// A copy uses a pointer for which no memory was allocated. Before the copy, only the line `at`
// allocated memory, and this memory was never used.
struct UnusedMemory {
  Place at;
};
// The function allocates memory for a parameter that is only a copy of the caller's pointer.
struct PointerParameter {
  std::string variable;
  Place at;
};
struct PartlyFilled {
  protocol::AllocationLines lines;
};
// cudaMemset gave the elements a value that differs from its argument.
struct SetEachByte {
  Place at;
  int value;   // the argument of cudaMemset
  int byte;    // the value of each byte
  int as_int;  // the value of an int of four such bytes
};
struct FreesNotReached {
  Place at;
  std::optional<Place> decision;
};

// ---- notes

// How often the threads of one launch read or wrote elements of an array.
struct WorkShares {
  int blocks = 0, threads = 0, nodes = 0, elements = 0;
  long accesses = 0;  // of all threads
  long busiest = 0;   // accesses of the busiest thread
  std::optional<Place> busiest_line = {};
};

// Code that gives right results but should be better.
struct Note {
  enum Kind {
    changed_input,
    old_neighbor,
    lost_array,
    not_diagnosed,  // only nvcc builds the part, so it ran only on the GPU
    changed_file,   // the file is newer than the program that was checked
    harmless_race,
    unchecked_calls,
    one_thread,   // one thread does most of the work
    work_again,   // the same work is done by several threads
    extra_alone,  // the same as one_thread, in a kernel of the extra credit
    extra_again   // the same as work_again, in a kernel of the extra credit
  } kind;
  std::string kernel = {}, array = {};  // that the note is about, if any
  std::string file = {};                // set for unchecked_calls, not_diagnosed and changed_file
  std::vector<int> lines = {};
  WorkShares shares = {};
  std::string message = {};  // of the compiler; set for not_diagnosed
  Finding race = {};         // set for harmless_race
};
inline bool operator==(const Note& a, const Note& b) {
  return a.kind == b.kind && a.kernel == b.kernel && a.array == b.array;
}

// ---- the whole program

struct WrongPartner {
  int node, got, expected;
};
struct RunSize {
  int nodes, edges, threads;
};
struct LargestRun {
  int right;  // how many earlier runs were right
  RunSize size;
  bool is_in_nodes, is_in_edges, is_in_threads;  // whether no earlier run had as many
};
// The first case that failed has more nodes, edges or elements than every earlier case.
struct FirstOfItsSize {
  int cases;                                       // before it
  std::vector<std::pair<int, std::string>> sizes;  // each size, and what it counts: "node"
};
// A run did not end in time. The note is about one of its kernels in a smaller launch.
struct SlowWork {
  Note note;
};
struct BadOutput {
  int numNodes;
};

// A change that alone makes the kernel right. A change of the kind "trick" does so by chance. See
// src/cuda_on_cpu/translate/variants.hpp.
struct Repair {
  std::string change;  // the kind of the change
  Place at;
  int other_line = 0;  // a second line of the file that the change refers to; 0: there is none
  std::string about;
};
struct Repairs {
  std::vector<Repair> repairs;
  bool without_largest = false;  // the largest cases were not tried
};

template <class... Types>
struct TypeList {};

template <class T, class... Types>
constexpr bool is_in(TypeList<Types...>) {
  return (std::is_same_v<T, Types> || ...);
}

using Facts = TypeList<
    KernelEnded, WrapperEnded, MatchEnded, WrongElement, HandshakingElement, FilterElement,
    ScanElement, MoreWrong, WroteOutside, ChangedInput, Found, WrappedShort, DidNotFit, SeenIn,
    ShownByCase, RightWhenFirst, IdleOwner, OtherWrites, NeverWrites, AtomicInVain, WriterSaw,
    WrittenOften, WaitsForLock, WritesInput, PartlyWritten, SameTask, LaterKernel, MallocNotReached,
    HoldsOther, DeclaredAgain, FreesHostMemory, LeftLoop, LeftAtStart, StaysAtIndex, SameRounds,
    EmptyRound, OneSide, SharedOut, PassesThrew, NeverLaunched, BadMemoryCall, Leaked, NeighborsOf,
    WrongContents, Allocated, PointerReused, CopiedUnfilled, FreesNotReached, SetAt, DefinedAt,
    LastCondition, WroteOther, ReadBefore, LastStep, Returned, OldValue, LeftByBreak, LoopEnded,
    LockOfLoop, InsideOf, BarrierOfBlock, DeclaredSmall, DeclaredShared, BothSides, TestedAfter,
    TornMacro, NotRead, WaitsForBlocks, SetInVain, RoundedDown, UnusedMemory, PointerParameter,
    PartlyFilled, SetEachByte, TooLittleRoom, ValueFrom, ReadFrom, ReadShared, ReadUnwritten,
    EdgesOfPass, WroteNothing, NotLaunchedAgain, NotWrittenInPass, Overtaken, GivenKeys, ReturnsAt,
    OwnValue, FreedNothing, ChangedLater, UnseenEdge, LoopOverEdges, EdgeRefused, EdgeDropped,
    AlwaysChosen, EqualEdges, VainAtomics, Overlap, StaleResult, FreedOthers, LaunchedAgain,
    LaunchRefused, Repairs, ProgramEnded, LaunchedAt, PointerWithoutMemory, WrongPartner,
    LargestRun, BadOutput, SkippedLoop, OldEdges, FirstOfItsSize, SlowWork>;

// One of these facts. A std::variant of so many types would cost 10 s of compile time in each file
// that copies it.
class Fact {
 public:
  // `lines` are shown because of this fact.
  template <class T, std::enable_if_t<is_in<T>(Facts{}), int> = 0>
  Fact(T fact, Sure how_sure = Sure::steps, std::vector<Place> lines_of_it = {})
      : sure(how_sure), lines(std::move(lines_of_it)), fact_(std::move(fact)) {}

  Sure sure;
  std::vector<Place> lines;

  // A null pointer if the fact is of another type.
  template <class T>
  const T* get() const {
    return std::any_cast<T>(&fact_);
  }

 private:
  std::any fact_;
};

// The rule of the handout that a failure breaks.
enum class Rule { none, handshaking, filter, scan, gpu_memory, strongest_neighbor, output_file };

}  // namespace handshake::suite
