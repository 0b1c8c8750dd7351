// Turns preprocessed CUDA C++ into plain C++ that an ordinary compiler understands, by inserting
// and replacing single tokens. include/cuda_on_cpu/launch.h shows the most important rewrites.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cuda_on_cpu/translate/edits.hpp"
#include "cuda_on_cpu/translate/host_code.hpp"
#include "cuda_on_cpu/translate/outline.hpp"
#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

// remote: host code whose device is another process
enum class Build { plain, diagnose, remote };
enum class Part { whole, device };  // device: only what nvcc compiles for the device

class Translator {
 public:
  // `relaxed_constexpr`: whether device code may call a constexpr function of the host.
  Translator(const Source& source, const Outline& outline, Build build, Part part,
             bool relaxed_constexpr = false)
      : source_(source),
        outline_(outline),
        build_(build),
        part_(part),
        host_code_(source, outline, &edits_, relaxed_constexpr) {}

  // The translated text. Broken parts of the program stay as they are.
  std::string run();
  // One line "file:line:column: error: ..." for each use of something that CUDA on the CPU does not
  // offer.
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  struct Function {
    bool found = false;
    size_t name = kNone;
    size_t open_parameters = kNone;
    size_t close_parameters = kNone;
    size_t open_body = kNone;  // kNone for a declaration
    size_t close_body = kNone;
  };
  struct Body {  // the tokens of the body of a function that runs on the device
    size_t first;
    size_t last;
    bool is_kernel;
    bool is_constexpr;  // then no marks are put in (mark_loops, mark_steps): they are not constexpr
    bool is_template = false;
  };

  void visit_identifier(size_t i);
  void remember_managed(size_t i);
  void refuse_use_of_managed(size_t i);
  void refuse_what_is_not_offered(size_t i);
  void error_at(size_t i, const std::string& what);
  void erase(size_t i) { replace(i, ""); }
  void replace(size_t i, const std::string& text);
  void insert_before(size_t i, const std::string& text) { edits_.insert(source_[i].begin, text); }
  void insert_after(size_t i, const std::string& text) { edits_.insert(source_[i].end, text); }
  bool inside_device_function(size_t i) const;

  // declarations.cpp
  static std::string text_function(const std::string& name, const std::string& literal);
  void drop_names_of_c();
  void rewrite_kernel(size_t i);
  void rewrite_attribute(size_t i);
  Function function_after(size_t i) const;
  void find_body(Function* function) const;
  size_t skip_initializers(size_t colon) const;
  bool is_constant_declaration(size_t i) const;
  bool is_constexpr(size_t i, const Function& function) const;
  void guard_array(size_t i);
  bool is_in_namespace(size_t i) const;
  bool wants_section(size_t i) const;
  bool may_have_section(size_t i) const;
  void place_static_local(size_t i);
  std::vector<std::string> parameter_names(const Function& function) const;
  std::string parameter_name(size_t first, size_t last) const;

  // launches.cpp
  void rewrite_launch(size_t i);
  size_t launch_expression_start(size_t last) const;
  void pass_site(size_t i);

  // shared_memory.cpp
  void rewrite_shared(size_t i);
  void rewrite_alignas(size_t first, size_t name);
  std::vector<size_t> declarators(size_t first, size_t semicolon) const;

  // loops.cpp
  void mark_loops(const Body& body);
  std::string loop_id(size_t i);

  // steps.cpp
  void mark_steps(const Body& body);
  void separate_index(size_t open);
  bool has_semicolon(size_t open) const;
  bool may_declare(size_t open) const;
  bool is_in_loop(size_t at_break, size_t body) const;

  const Source& source_;
  const Outline& outline_;
  Build build_;
  Part part_;
  Edits edits_;
  HostCode host_code_;
  std::vector<Body> device_bodies_;
  std::map<std::string, size_t> managed_;  // names, and the ends of their declarations
  std::vector<bool> loop_seen_, step_seen_;
  std::map<std::string, int> loops_of_line_;
  std::vector<std::string> errors_;
};

}  // namespace cuda_on_cpu::translate
