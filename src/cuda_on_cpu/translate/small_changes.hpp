// Small changes of one expression or simple statement, such as students have to make when they find
// their mistake: another comparison, another variable, 1 added or subtracted.
#pragma once
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/source.hpp"
#include "cuda_on_cpu/translate/variables.hpp"

namespace cuda_on_cpu::translate {

// What is changed. The words for it are in grader/suite/words.
enum class Change : char {
  comparison,          // < for <=
  logic,               // && for ||, or one of their sides left out
  arithmetic,          // + for -, or one of their sides left out
  one_more,            // x + 1 or x - 1 for x
  number,              // 2 for 1
  variable,            // another variable
  coordinate,          // blockIdx.x for threadIdx.x
  element,             // a[x] for x, or x for a[x]
  assignment,          // += for =
  condition,           // !c, true or false for c
  one_more_condition,  // c && d for c
  guard,               // if (c) in front of a statement
  jump,                // continue for return
  both,                // two names that change places in a statement, or one of them in all places
  left_out,            // nothing for a statement
  loop,                // for (; c; x += n) for if (c)
  added,               // one more statement
  order,               // two statements in the other order
  place,               // a statement before, after, or inside of the loop or if beside it
  repeated,            // an initial value that is set again at every turn
  barrier,             // __syncthreads() after a statement
};
const char* to_string(Change change);

struct ChangedText {
  Change change;
  std::string text;
};

// The text of the tokens first to last in one line.
std::string text_of(const Source& source, size_t first, size_t last);

// The tokens first to last, with other names for two variables.
std::string with_names(const Source& source, size_t first, size_t last, const std::string& name,
                       const std::string& for_name, const std::string& other,
                       const std::string& for_other);

// Conditions about one or two of the variables.
std::vector<std::string> simple_conditions(const Variables& variables);

// All small changes of the tokens first to last, each once.
std::vector<ChangedText> small_changes(const Source& source, const Variables& variables,
                                       size_t first, size_t last);

}  // namespace cuda_on_cpu::translate
