// Sentences about the use of GPU memory in host code.
#include <climits>

#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

Sentences say(const BadMemoryCall& fact) {
  using protocol::MemoryFault;
  const protocol::MemoryEvent& event = fact.event;
  const std::string at = place(event.file, event.line) + ": ";
  switch (event.fault) {
    case MemoryFault::unknown_free:
      if (event.allocated_line == 0)
        return {at + "cudaFree is given an address that cudaMalloc did not give."};
      if (event.freed_line == 0)
        return {at + "cudaFree is given an address " + counted(event.room, "byte") +
                " after the beginning of the array that is allocated in line " +
                number(event.allocated_line) +
                ". cudaFree can free only the address that cudaMalloc gave."};
      return {
          at +
          "cudaFree is given an array that is not allocated any more: it was allocated in line " +
          number(event.allocated_line) + " and freed in line " + number(event.freed_line) + "."};
    case MemoryFault::copy_past_end:
      return {at + "cudaMemcpy copies " + number(event.bytes) + " bytes, but " +
              (event.allocated_line > 0
                   ? "up to its end, the GPU array has room for " + number(event.room) +
                         ". It was allocated in line " + number(event.allocated_line) + "."
                   : "up to its end, the array on the CPU has only " + number(event.room) + ".")};
    case MemoryFault::set_past_end:
      return {at + "cudaMemset sets " + number(event.bytes) +
              " bytes, but up to its end, the GPU array has room for " + number(event.room) +
              ". It was allocated in line " + number(event.allocated_line) + "."};
    case MemoryFault::set_no_memory:
      return {at + "cudaMemset is given " +
              (event.room == 1 ? "memory of the CPU."
               : event.allocated_line == 0
                   ? "a null pointer: cudaMalloc has not set it, or was asked for 0 bytes."
                   : "memory that was allocated in line " + number(event.allocated_line) +
                         " and freed in line " + number(event.freed_line) + ".")};
    case MemoryFault::wrong_direction: {
      if (event.room < 1 || event.room > 4)
        return {at + "The direction of cudaMemcpy does not fit its arrays."};
      const std::string side = event.room % 2 == 1 ? "target" : "source";
      return {at + "In this direction, the " + side + " of cudaMemcpy must be in " +
              (event.room < 3 ? "GPU memory, but cudaMalloc did not give this address."
                              : "host memory, but it is in GPU memory.")};
    }
    case MemoryFault::no_memory: {
      const std::string side = event.room % 2 == 0 ? "target" : "source";
      return {at + "The " + side + " of cudaMemcpy " +
              (event.room > 1 ? "is a null pointer, but must be an array of the CPU."
               : event.allocated_line == 0
                   ? "is a null pointer: cudaMalloc has not set it, or was asked for 0 bytes."
                   : "was allocated in line " + number(event.allocated_line) +
                         " and freed in line " + number(event.freed_line) + ".")};
    }
    case MemoryFault::target_behind:
    case MemoryFault::source_behind: {
      const std::string side = event.fault == MemoryFault::target_behind ? "target" : "source";
      return {at + "The " + side + " of cudaMemcpy is in no array: " +
              (event.room == 0 ? "it begins at the end"
                               : "it begins " + counted(event.room, "byte") + " after the end") +
              " of the array that is allocated in line " + number(event.allocated_line) + "."};
    }
    case MemoryFault::refused:
      return {at + "This line asks for " + (event.bytes == INT_MAX ? "more than " : "") +
              counted(event.bytes, "byte") + ", but there is not enough memory."};
    case MemoryFault::leak:
      break;
  }
  return {};
}

Sentences say(const Leaked& fact) {
  Sentences said = {place(fact.first.file, fact.first.line) + ": the array of " +
                    number(fact.first.bytes) + " bytes that is allocated here is never freed."};
  const int last = fact.lines.empty() ? fact.first.line : fact.lines.back();
  if (fact.arrays == 2 && last != fact.first.line)
    said.push_back("Another array that is never freed is allocated at " +
                   place(fact.first.file, last) + ".");
  else if (fact.arrays > 1)
    said.push_back(number(fact.arrays) + " arrays are never freed; this is the first.");
  return said;
}

Sentences say(const Allocated& fact) {
  const auto at = [&fact](int line) { return place(fact.lines.file, line); };
  const std::string made = fact.variable + " is allocated at " + at(fact.lines.made);
  if (fact.is_about_room && !fact.was_freed)
    return {made + " with " + counted(fact.lines.bytes, "byte") + "."};
  if (fact.was_freed) return {made + ", and was already freed at " + at(fact.lines.freed) + "."};
  if (fact.lines.filled > 0 && fact.lines.filled_bytes < fact.lines.bytes)
    return {made + " with " + number(fact.lines.bytes) + " bytes, of which " +
            number(fact.lines.filled_bytes) + " were given values, most recently at " +
            at(fact.lines.filled) + "."};
  if (fact.lines.filled > 0)
    return {made + " and was last filled at " + at(fact.lines.filled) + "."};
  if (fact.lines.is_managed != 0) return {made + ", as managed memory."};
  return {made + "; nothing was copied into it before the first pass."};
}

Sentences say(const CopiedUnfilled& fact) {
  return {place(fact.at) + " copies " + fact.variable +
          " to the CPU: from the second argument of cudaMemcpy to the first one. Nothing was "
          "copied into " +
          fact.variable +
          " before, so the array on the CPU now holds values from fresh GPU memory."};
}

Sentences say(const FreesNotReached& fact) {
  return {
      "The first cudaFree, at " + place(fact.at) + ", was not reached" +
      (fact.decision ? "; whether it is reached depends on " + place(*fact.decision) + "." : ".")};
}

Sentences say(const SetAt& fact) {
  return {fact.variable + ", which " + place(fact.used) + " uses, " +
          (fact.is_sure ? "is" : "may be") + " set at " + place(fact.at) +
          (fact.decision ? ", if the condition at " + place(*fact.decision) + " is true" : "") +
          (fact.later ? ", and perhaps again at " + place(*fact.later) : "") + "."};
}

Sentences say(const UnusedMemory& fact) {
  return {"cudaMalloc was called before, at " + place(fact.at) +
          ", but nothing was copied to the memory that it allocated there."};
}

Sentences say(const SetEachByte& fact) {
  const bool is_byte = fact.byte == fact.value;
  return {"cudaMemset at " + place(fact.at) + " gives every byte the same value" +
          (is_byte ? ": " + number(fact.byte)
                   : ". It takes only the lowest byte of " + number(fact.value) + ", which is " +
                         number(fact.byte)) +
          ". As an int, each element is then " + number(fact.as_int) + "."};
}

Sentences say(const TooLittleRoom& fact) {
  return {fact.kernel + " needs " + fact.argument + " with " + counted(fact.needs, "element") +
              ", and is given " +
              (!fact.is_allocated ? "a pointer to no array of the GPU."
                                  : "an array with room for " + counted(fact.has, "element") + "."),
          "In the first pass this array is " + fact.variable + "."};
}

Sentences say(const Overlap& fact) {
  const std::string names =
      "In the first pass these are " + fact.first_variable + " and " + fact.second_variable + ".";
  if (fact.kernel.empty())
    return {fact.first + " and " + fact.second +
                " are in the same memory in this pass: a write to one of them changes the other.",
            names};
  if (fact.distance == 0)
    return {
        fact.kernel + " is given the same memory for " + fact.first + " and " + fact.second + ".",
        names};
  return {fact.kernel + " is given two overlapping pieces of one allocation: " + fact.second +
              " begins " + counted(fact.distance, "element") + " after " + fact.first + ", and " +
              fact.first + " needs " + number(fact.needs) + ".",
          names};
}

Sentences say(const StaleResult& fact) {
  const std::string when = fact.pass == 0
                               ? "before the first pass"
                               : "after pass " + number(fact.pass) + " of " + number(fact.passes);
  if (!fact.was_copied)
    return {"The result still holds the values that it had " + when +
            ": nothing was copied to it."};
  return {"The result holds the values that " + fact.variable + " had " + when + "."};
}

Sentences say(const DeclaredAgain& fact) {
  return {fact.variable + " is declared again at " + place(fact.at) +
          ": this is another variable, which exists only up to the end of its block. " +
          (fact.used ? place(*fact.used) : std::string("The given code")) +
          " uses the first variable."};
}

Sentences say(const FreesHostMemory& fact) {
  return {"free() is called at " + place(fact.at) + "."};
}

}  // namespace handshake::suite::words
