// The statements of a file as its author has written it: which names each of them declares, sets and
// reads, and what is around it. The result does not depend on line ends and blanks.
#pragma once
#include <string>
#include <vector>

namespace cuda_on_cpu::translate {

// An element of an array, such as `a[x + 1]`.
struct WrittenElement {
  std::string array, index;        // "a" and "x + 1"
  std::vector<std::string> names;  // that the index reads
  std::string sign;                // how it is set: "=", "+=", "++"; empty: it is only read
};

struct WrittenCall {
  std::string function;
  std::vector<std::string> arguments;
  bool is_member = false;  // x.function(...)
};

// A statement without the statements inside of it: the head of an `if`, a loop or a `switch`.
struct WrittenStatement {
  enum class Kind { other, declaration, if_, for_, while_, do_, switch_, return_ };
  Kind kind = Kind::other;
  int first_line = 0, last_line = 0;
  int around = -1;    // index of the head directly around it; -1: none
  int block_end = 0;  // index after the last statement of the block that contains it
  int body_end = 0;   // of a head: index after the last statement inside of it
  std::string text;
  std::string type;  // of what it declares
  std::vector<std::string> declared;
  std::vector<std::string> set;      // variables, also `x` of `x.y = 1`, and those of `stepped`
  std::vector<std::string> stepped;  // that are set only in the last part of the head of a `for`
  std::vector<std::string> passed;   // `x` of `f(&x)`
  std::vector<std::string> read;
  std::vector<std::string> members;      // `y` of `x.y`
  std::vector<std::string> members_set;  // those that it sets
  std::vector<WrittenElement> elements;
  std::vector<WrittenCall> calls;

  bool is_loop() const { return kind == Kind::for_ || kind == Kind::while_ || kind == Kind::do_; }
  bool is_head() const { return is_loop() || kind == Kind::if_ || kind == Kind::switch_; }
};

struct WrittenParameter {
  std::string name;
  bool is_copy;     // neither a pointer nor a reference
  bool is_pointer;  // to something other than a pointer
};

struct WrittenFunction {
  std::string name;
  bool is_kernel = false;
  int first_line = 0;
  int first = 0, end = 0;  // its statements: from `first` up to `end`, without `end`
  std::vector<WrittenParameter> parameters;
};

// A macro with a text, a variable outside of all functions, or a member of a class.
struct WrittenDefinition {
  enum class Kind { macro, variable, member };
  Kind kind;
  std::string name, text;  // the text without the name of a macro; else the whole declaration
  int line;
};

struct FileOutline {
  std::vector<WrittenStatement> statements;  // in the order of the file
  std::vector<WrittenFunction> functions;
  std::vector<WrittenDefinition> definitions;
};

// `code`: the text without comments and without what the preprocessor removes, but with the
// definitions of macros.
FileOutline outline_of(const std::string& code);

}  // namespace cuda_on_cpu::translate
