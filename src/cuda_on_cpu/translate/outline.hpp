// The declarations of a program: which functions and variables there are, where each begins and
// ends, and to which side it belongs (host or device). The declarations are found by brackets and
// keywords alone, in one pass over the tokens. Declarations of an unknown form are left out.
#pragma once
#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

enum class Side : char { host, device, both, kernel };

// All numbers except `parent` are indices of tokens.
struct DeclaredFunction {
  size_t begin = kNone;  // where the declaration begins, with template<...>
  size_t first = kNone;  // where it begins after template<...> and [[attributes]]
  size_t name = kNone;   // the last part of its name; "operator" for operators
  size_t open_parameters = kNone;
  size_t body = kNone;    // '{', or the ':' of member initializers; kNone for a declaration
  size_t last = kNone;    // '}' or ';'
  size_t parent = kNone;  // in a local class: index of the function that contains the class
  Side side = Side::host;
  bool is_template = false;
  bool is_instantiation = false;  // template int f<int>(int);
  bool is_constexpr = false;
  bool deduces = false;       // its return type follows from its body
  bool is_member = false;     // declared inside a class, or a friend of it
  bool is_qualified = false;  // a::b, so declared elsewhere
  bool can_be_idle = false;   // static, inline, a template or a member: exists only if it is used
  bool serves_both = false;   // belongs to the host, but a function for both sides mentions it
  bool contradicts_kernel = false;  // another declaration makes it a kernel, but this one does not
};

struct DeclaredVariable {
  size_t begin = kNone;
  size_t first = kNone;
  std::vector<size_t> names;
  size_t last = kNone;  // ';'
  bool on_device = false;
  bool is_template = false;
  bool is_member = false;
  bool is_qualified = false;
};

class Outline {
 public:
  explicit Outline(const Source& source);

  const std::vector<DeclaredFunction>& functions() const { return functions_; }
  const std::vector<DeclaredVariable>& variables() const { return variables_; }

  // The innermost function whose body contains the token, or null.
  const DeclaredFunction* function_around(size_t i) const;
  std::string name_of(const DeclaredFunction& function) const;
  bool has_word(size_t first, size_t last, const char* word) const;
  // Whether nothing can use the function: it exists only in this file, and the file does not
  // mention it again. nvcc leaves such a function out without checking it.
  bool is_idle(const DeclaredFunction& function) const;
  bool has_device_code() const { return has_device_code_; }

 private:
  struct Scope {
    size_t end;              // one past the last token
    std::string class_name;  // empty outside of classes
    size_t parent;           // the function around it
    int depth;
  };
  struct Head {  // what comes before the declaration itself
    size_t begin;
    size_t first;
    bool is_template;
    bool is_instantiation;
  };

  void read_scope(size_t i, const Scope& scope);
  size_t read_declaration(size_t i, const Scope& scope);
  Head read_head(size_t i, size_t end) const;
  size_t read_namespace(size_t i, const Scope& scope);
  size_t read_class(const Head& head, size_t key, const Scope& scope);
  size_t class_key(size_t i, size_t end) const;
  size_t class_body(size_t key, size_t end) const;
  size_t read_general(const Head& head, const Scope& scope);
  size_t end_of_statement(size_t i, size_t end) const;
  size_t end_of_body(size_t i, size_t end) const;
  bool opens_declarator(size_t open) const;
  bool opens_parameters(size_t open, const Scope& scope) const;
  size_t add_function(DeclaredFunction function, const Scope& scope);
  void add_variable(const Head& head, size_t last, const Scope& scope);
  void read_local_classes(size_t index, int depth);
  Side side_of(size_t first, size_t last) const;
  std::string key_of(const DeclaredFunction& function, const std::string& class_name) const;
  void agree_on_sides();
  void follow_both();

  const Source& source_;
  std::vector<DeclaredFunction> functions_;
  std::vector<DeclaredVariable> variables_;
  std::unordered_set<std::string> variable_names_;
  // For each function: a text that is the same for a declaration and its definition.
  std::vector<std::string> keys_;
  std::vector<size_t> with_body_;  // indices into functions_, sorted by the place of the body
  // How often each name is mentioned, except in declarations.
  std::unordered_map<std::string, size_t> mentions_;
  bool has_device_code_ = false;
};

}  // namespace cuda_on_cpu::translate
