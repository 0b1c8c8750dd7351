// A file of the submission as its statements, and the questions that explanations ask about it.
#pragma once

#include <string>
#include <vector>

#include "check/source_facts.hpp"
#include "cuda_on_cpu/translate/file_outline.hpp"
#include "suite/failure.hpp"

namespace handshake::check {

using Statement = cuda_on_cpu::translate::WrittenStatement;
using Function = cuda_on_cpu::translate::WrittenFunction;
using Definition = cuda_on_cpu::translate::WrittenDefinition;
using Element = cuda_on_cpu::translate::WrittenElement;
using Names = std::vector<std::string>;

bool has_name(const Names& names, const std::string& name);
bool mentions(const Statement& statement, const std::string& variable);
// Whether the type has fewer bits than an int.
bool is_narrow(const std::string& type);
// The places that the failure shows, the most important ones first.
std::vector<suite::Place> shown_places(const suite::Failure& failure);

class SourceOutline {
 public:
  // `students`: the lines of the student; empty: all lines.
  SourceOutline(const std::string& path, LineRanges students);

  const std::string& file() const { return file_; }  // as failures name it
  const std::vector<Statement>& statements() const { return outline_.statements; }
  const std::vector<Definition>& definitions() const { return outline_.definitions; }
  const std::vector<Function>& functions() const { return outline_.functions; }
  const Statement& operator[](int statement) const { return outline_.statements[statement]; }

  // The statements of which the line has a part.
  std::vector<int> at(int line) const;
  std::vector<int> at(const suite::Place& place) const;
  // The names that these statements read, in their order.
  Names read_at(const std::vector<int>& statements) const;

  // The heads around the statement, the innermost one first.
  std::vector<int> heads(int statement) const;
  bool is_in_loop(int statement) const;
  // Null if it is in none.
  const Function* function_of(int statement) const;
  // The only function with this name, or null.
  const Function* function_named(const std::string& name) const;
  // The only `return` of the function; -1: there is none, or more than one.
  int only_return(const Function& function) const;

  bool is_students(int line) const { return students_.empty() || in(line, students_); }
  suite::Place place(int statement) const { return {file_, (*this)[statement].first_line}; }
  // Whether the failure shows a line of the statement.
  bool is_shown(int statement, const suite::Failure& failure) const;

 private:
  static bool in(int line, const LineRanges& ranges) { return check::is_students(line, ranges); }

  std::string file_;
  LineRanges students_;
  cuda_on_cpu::translate::FileOutline outline_;
};

}  // namespace handshake::check
