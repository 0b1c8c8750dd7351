// Finds what nvcc refuses and an ordinary C++ compiler accepts: exceptions, functions of the host's
// libraries and other things in device code, kernels that are called like functions, and more.
#pragma once
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cuda_on_cpu/translate/outline.hpp"
#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

class Rules {
 public:
  // `extended_lambdas`: whether a lambda of host code may be __device__.
  Rules(const Source& source, const Outline& outline, bool extended_lambdas)
      : source_(source), outline_(outline), extended_lambdas_(extended_lambdas) {}

  // Checks all functions; errors() returns the findings.
  void check();
  // "file:line:column: error: ...", in the order of the functions.
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  void collect_names();
  void check_head(const DeclaredFunction& function);
  void check_body(const DeclaredFunction& function);
  void check_device_token(size_t i, const DeclaredFunction& function);
  void check_std(size_t i);
  void check_shared(size_t i, bool on_device);
  void check_call(size_t i, const DeclaredFunction& function);
  void check_launch(size_t i, const DeclaredFunction& function);
  void check_lambda(size_t i);
  bool is_assigned(size_t i) const;
  bool is_call(size_t i) const;
  bool is_plain_name(size_t i) const;
  bool is_declared_in(const DeclaredFunction& function, const std::string& name);
  bool has_variable(const DeclaredFunction& function, const std::string& name) const;
  void error(size_t i, const std::string& text);

  const Source& source_;
  const Outline& outline_;
  bool extended_lambdas_;
  std::unordered_set<std::string> kernels_, device_only_, no_kernels_;  // names of functions
  std::unordered_set<std::string> constants_;                           // in __constant__ memory
  std::unordered_set<std::string> declared_;  // names that the program declares
  std::unordered_map<size_t, std::unordered_set<std::string>> locals_;
  bool uses_std_ = false;  // using namespace std, or using std::a
  std::vector<std::string> errors_;
};

}  // namespace cuda_on_cpu::translate
