// What the CUDA runtime (src/cuda_on_cpu) reports about a program: its findings, and the kinds of
// the steps in its histories. The runtime, which writes them, and the check program, which reads
// them, include this file.
#pragma once

namespace handshake {

enum class Severity { none, note, warning, error };
constexpr const char* kSeverities[] = {"none", "note", "warning", "error"};

// The kinds of the last lines, from copy_behind_end, are found by the check program itself.
// clang-format off
#define HANDSHAKE_KINDS(KIND)                                                                      \
  KIND(none)                                                                                       \
  KIND(assertion) KIND(bad_free) KIND(bad_warp_mask) KIND(barrier_divergence)                      \
  KIND(barrier_not_reached) KIND(call_without_configuration) KIND(changed_too_early)               \
  KIND(cooperative_not_offered) KIND(copy_direction) KIND(copy_out_of_bounds)                      \
  KIND(device_pointer_on_host) KIND(division_by_zero) KIND(double_free) KIND(endless_loop)         \
  KIND(float_rounding) KIND(host_fault) KIND(host_pointer_in_kernel) KIND(host_use_after_free)     \
  KIND(host_variable_in_kernel) KIND(int_overflow) KIND(leak) KIND(misaligned_address)             \
  KIND(misaligned_or_wild_pointer) KIND(narrowing) KIND(not_cooperative) KIND(not_waited_for)      \
  KIND(null_pointer) KIND(out_of_bounds) KIND(out_of_bounds_of_own_array)                          \
  KIND(out_of_bounds_on_host) KIND(out_of_host_memory) KIND(peer_access_not_enabled)               \
  KIND(race_read_write) KIND(race_same_value) KIND(race_with_atomic)                               \
  KIND(race_with_atomic_write) KIND(race_write_write) KIND(read_before_copy_ends)                  \
  KIND(shared_out_of_bounds) KIND(shift_too_far) KIND(shuffle_from_inactive_lane)                  \
  KIND(stack_overflow) KIND(too_much_shared_memory) KIND(trap) KIND(uncaught_exception)            \
  KIND(unchecked_launch_error) KIND(undefined_behaviour) KIND(uninitialised_copy)                  \
  KIND(uninitialised_read) KIND(use_after_free) KIND(used_too_early)                               \
  KIND(warp_operation_not_reached) KIND(wild_pointer)                                              \
  KIND(copy_behind_end) KIND(copy_past_end) KIND(endless_end) KIND(incomplete) KIND(no_memory)     \
  KIND(refused) KIND(wrong_direction)
// clang-format on
#define HANDSHAKE_ENUMERATOR(name) name,
#define HANDSHAKE_NAME(name) #name,
enum class Kind { HANDSHAKE_KINDS(HANDSHAKE_ENUMERATOR) };
constexpr const char* kKinds[] = {HANDSHAKE_KINDS(HANDSHAKE_NAME)};

constexpr const char* name_of(Kind kind) {
  return kKinds[static_cast<int>(kind)];
}
constexpr bool is_race(Kind kind) {
  return kind >= Kind::race_read_write && kind <= Kind::race_write_write;
}
constexpr bool is_barrier(Kind kind) {
  return kind == Kind::barrier_divergence || kind == Kind::barrier_not_reached;
}
constexpr bool is_out_of_bounds(Kind kind) {
  return kind == Kind::out_of_bounds || kind == Kind::shared_out_of_bounds ||
         kind == Kind::copy_out_of_bounds || kind == Kind::out_of_bounds_of_own_array ||
         kind == Kind::out_of_bounds_on_host;
}

enum class Space { unknown, global, shared, local, host };
constexpr const char* kSpaces[] = {"unknown", "global", "shared", "local", "host"};

// The index of a block or a thread. It is used as a number where only the first dimension matters.
struct Index {
  Index(int first = -1, int second = 0, int third = 0) : x(first), y(second), z(third) {}
  operator int() const { return x; }
  int x, y, z;  // x: -1 if the index is not known
};

// The element for which an access was meant.
template <class Name>
struct Element {
  Space space = Space::unknown;
  Name array{};      // the parameter of the kernel that points there; empty: not known
  int argument = 0;  // which argument of the kernel points there, from 1; 0: not known
  Name variable{};   // in shared or __device__ memory: the variable; empty: not known
  long long index = 0;
  long long elements = 0;  // to the end of the allocation or the variable
  long long byte = 0;      // the offset of the address in the element
  int bytes = 0;           // the size of an element; 0: not known
  bool known() const { return !array.empty(); }
};

template <class Text, class Name = Text>
struct FindingOf {
  Kind kind = Kind::none;
  Severity severity = Severity::none;
  Text text{};   // what is wrong, in words
  Text brief{};  // the same without the sizes of arrays, if `text` has them
  Text advice{};
  Text file{};
  int line = 0;  // 0: not known, as for all other lines
  Index block, thread;
  Text other_file{};  // the second access of a race, the second barrier, ...
  int other_line = 0;
  Index other_block, other_thread;
  Text kernel{}, launch_file{};
  int launch_line = 0;
  unsigned launch_number = 0;
  Element<Name> element;
  int accessed = 0;      // bytes; 0: not known
  long long offset = 0;  // of the access, from the beginning of the allocation or the variable
  long long allocation_bytes = 0;  // of the allocation, or of all dynamic shared memory
  Text allocated_file{}, freed_file{};
  int allocated_line = 0, freed_line = 0;
  Text type{};          // the type into which a number does not fit, such as "int"
  long long value = 0;  // this number; after an overflow, what is left of it
  long long count = 1;  // how often it happened
};

// A line about findings, in JSON. A finding is announced at once, and told when the launch ends.
template <class Text, class Name = Text>
struct FindingLine {
  long long number = 0;    // of the line, if the lines are numbered
  Kind seen = Kind::none;  // the line announces a finding of this kind, and tells only its severity
  long long told = 0;      // the line says that all findings that were announced are told
  bool is_end = false;     // nothing follows
  FindingOf<Text, Name> finding;
};

// Passes members to `json`, each with its name before it.
template <class Json, class Value, class... Others>
void pass(Json& json, const char* name, Value& value, Others&... others) {
  json(name, value);
  if constexpr (sizeof...(others) > 0) pass(json, others...);
}

// Passes each member of the line to `json`: to write the line, or to read it.
template <class Line, class Json>
void exchange(Line& line, Json& json) {
  auto& one = line.finding;
  auto& element = one.element;
  json("number", line.number);
  json("seen", line.seen, kKinds);
  pass(json, "told", line.told, "end", line.is_end);
  if (line.told != 0 || line.is_end) return;
  json("kind", one.kind, kKinds);
  json("severity", one.severity, kSeverities);
  if (line.seen != Kind::none) return;
  pass(json, "file", one.file, "line", one.line, "block", one.block, "thread", one.thread);
  pass(json, "message", one.text, "brief", one.brief, "kernel", one.kernel);
  json.within("launch", [&] {
    pass(json, "number", one.launch_number, "file", one.launch_file, "line", one.launch_line);
  });
  json.within("other", [&] {
    pass(json, "file", one.other_file, "line", one.other_line);
    pass(json, "block", one.other_block, "thread", one.other_thread);
  });
  json.within("element", [&] {
    json("space", element.space, kSpaces);
    json("argument", element.argument);
    pass(json, "array", element.array, "variable", element.variable, "index", element.index);
    pass(json, "elements", element.elements, "byte", element.byte, "bytes", element.bytes);
  });
  json.within("allocation", [&] {
    pass(json, "bytes", one.allocation_bytes, "file", one.allocated_file, "line",
         one.allocated_line);
    json.within("freed", [&] { pass(json, "file", one.freed_file, "line", one.freed_line); });
  });
  pass(json, "accessed", one.accessed, "offset", one.offset);
  pass(json, "type", one.type, "value", one.value, "advice", one.advice, "count", one.count);
}

// The kinds of steps in a history, as letters in its file (src/cuda_on_cpu/diagnose/history.hpp).
enum class StepKind : char {
  read = 'r',
  write = 'w',
  atomic = 'a',
  atomic_in_vain = 'c',  // an atomic function that did not change the value
  shared_read = 'p',     // reads shared memory; bytes are counted from the start of this memory
  shared_write = 'q',    // writes shared memory, perhaps by an atomic function
  own_number = 'n',      // reads threadIdx or blockIdx
  decision = 'd',        // reaches an `if`
  holds = 'y',           // the condition of the `if` is true
  fails = 'f',           // the condition of the `if` is false
  loop = 'l',
  turn = 't',
  loop_end = 'e',
  selection = 's',   // reaches a `switch`
  jump = 'g',        // goes to a label
  leave_loop = 'b',  // by a `break`
  own_value = 'o',   // gets its own value from a shuffle with a lane that does not exist
  leave = 'x'        // returns from the kernel before its end
};
constexpr char kSteps[] = "rwacpqndyfltesgbox";

}  // namespace handshake
