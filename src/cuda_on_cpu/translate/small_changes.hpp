// Makes small changes of one expression or simple statement. Students make such changes when they
// correct a mistake: another comparison, another variable, 1 added or subtracted.
#pragma once
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/source.hpp"
#include "cuda_on_cpu/translate/variables.hpp"

namespace cuda_on_cpu::translate {

// What is changed. The changes that a student most likely needs come first. The changes up to
// `trick` replace one expression or statement. The others add or move code, and there are many more
// of them. The texts about the changes are in grader/suite/words. In the comments below, "x for y"
// and "x, not y" mean that the change writes x instead of y.
enum class Change : char {
  comparison,          // < for <=
  number,              // 2 for 1
  direction,           // cudaMemcpyDeviceToHost for cudaMemcpyHostToDevice
  logic,               // && for ||
  side,                // one side of && or || left out
  assignment,          // += for =
  function,            // max for min
  jump,                // continue for return
  one_more,            // x + 1 or x - 1 for x
  one_element_more,    // bytes + sizeof(int) for bytes
  bytes,               // n * sizeof(int) for n
  arithmetic,          // + for -, or one side of an operation left out
  coordinate,          // blockIdx.x for threadIdx.x
  index_in_grid,       // blockIdx.x * blockDim.x + threadIdx.x for threadIdx.x
  all_threads,         // gridDim.x * blockDim.x for blockDim.x
  dimension,           // threadIdx.x for threadIdx.y
  value,               // a variable for a number, or 0 for a variable
  variable,            // another variable
  arguments,           // two arguments of a call or launch in the other order
  element,             // `a[x]`, not `x`; or `x`, not `a[x]`
  condition,           // `!c`, `true` or `false` for `c`
  left_out,            // a statement is left out
  trick,               // `x + 1 == y`, not `x == y`: if this helps, then by chance
  barrier,             // __syncthreads() is added after a statement
  loop,                // `for (; c; x += n)`, not `if (c)`
  tested_first,        // a `while` loop, not a `do` loop
  repeated,            // an initial value is set again in every iteration
  again,               // a statement before a loop is repeated in every iteration
  order,               // two statements in the other order
  moved_into,          // a statement moves into the loop or `if` next to it
  moved_out,           // a statement moves before or after the loop or `if` around it
  both,                // in a statement, two variables are exchanged, or one is replaced everywhere
  one_more_condition,  // `c && d` for `c`
  guard,               // `if (c)` is added before a statement
  added,               // a statement is added after a statement
  added_before,        // a statement is added before a `continue`
};
const char* to_string(Change change);
inline bool stays_in_place(Change change) {
  return change <= Change::trick;
}

struct ChangedText {
  Change change;
  std::string text;
};

// The text of the tokens from `first` to `last`, in one line.
std::string text_of(const Source& source, size_t first, size_t last);

// The text of the tokens from `first` to `last`, where `for_name` replaces the variable `name`,
// and `for_other` replaces `other`.
std::string with_names(const Source& source, size_t first, size_t last, const std::string& name,
                       const std::string& for_name, const std::string& other,
                       const std::string& for_other);

// Conditions with one to three of the variables; for host code, only with one bool variable.
std::vector<std::string> simple_conditions(const Variables& variables, bool is_host);

// All small changes of the tokens from `first` to `last`, each once.
std::vector<ChangedText> small_changes(const Source& source, const Variables& variables,
                                       bool is_host, size_t first, size_t last);

}  // namespace cuda_on_cpu::translate
