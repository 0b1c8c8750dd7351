// The variables that a statement can use, with their types as far as the text shows them.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

struct KnownVariable {
  std::string name;
  std::string type;  // "int": any kind of integer; "int*": an array of integers; "": unknown
  bool is_const = false;
  bool is_parameter = false;
};

// The list of variables, outer ones first. An inner variable hides an outer one of the same name.
class Variables {
 public:
  explicit Variables(const Source& source) : source_(source) {}

  size_t mark() const { return known_.size(); }
  void forget(size_t mark) { known_.resize(mark); }
  // Adds the parameters between two parentheses.
  void add_parameters(size_t open);
  // If the tokens from `first` to `last` are a declaration, adds its variables.
  void add_declaration(size_t first, size_t last);

  const KnownVariable* find(const std::string& name) const;
  // Every other variable of the same type that can be used.
  std::vector<std::string> like(const KnownVariable& variable) const;
  std::vector<std::string> of_type(const std::string& type) const;

  // Adds the members that these tokens mention, such as `b` in `a.b`.
  void add_members(size_t first, size_t last);
  // If `a.b` is at token i: the known members of `a` except `b`.
  std::vector<std::string> members_beside(size_t i) const;

  // The token of the first name that the tokens declare; kNone if they are not a declaration.
  size_t declared_name(size_t first, size_t last) const;
  // The next comma, semicolon or closing parenthesis outside of brackets, or the token after
  // `last`.
  size_t end_of_declarator(size_t i, size_t last) const;

 private:
  void add(size_t first, size_t stars, size_t name, size_t end);
  size_t end_of_type(size_t first, size_t name) const;

  const Source& source_;
  std::vector<KnownVariable> known_;
  std::map<std::string, std::set<std::string>> members_;
};

}  // namespace cuda_on_cpu::translate
