// One compile step of cucc: from a source file to an object.
#pragma once
#include <string>

#include "cuda_on_cpu/driver/command_line.hpp"
#include "cuda_on_cpu/driver/process.hpp"
#include "cuda_on_cpu/driver/texts.hpp"

namespace cuda_on_cpu::driver {

// What is known of the host's compiler, and the options that follow from it.
struct Toolchain {
  Toolchain(const CommandLine& line, Processes* processes);

  std::string translator, inspector;
  bool is_clang = false;
  // These options check each index of an array whose size the compiler knows. At the end of a
  // function, they also check the memory after the function's arrays: runtime/bounds.cpp
  Words bounds;
  // On a GPU, integers wrap around on overflow, so the compiler must not assume that they never
  // overflow. In the diagnostic build, functions compute the wrapped result and report the
  // overflow: diagnose/numbers.cpp.
  Words wrapping = {"-fwrapv"};
  Words instrumentation;  // of the diagnostic build
  Words object_changes;   // options of objcopy, which replaces calls of the C library
  // Whether the object also reports the accesses that -fsanitize=thread leaves out; see
  // translate/accesses.hpp.
  bool announces = false;
};

class CompileStep {
 public:
  CompileStep(const CommandLine& line, const Toolchain& tools, Processes* processes,
              std::string source, std::string object);

  int run();           // makes the object
  int preprocess();    // writes the preprocessed text, to standard output if `object` is empty
  int translate();     // writes the translated text, in the same way
  int list_headers();  // writes a rule for make, in the same way

 private:
  Words options_of_preprocessor() const;
  int make_text();
  bool make_translation();
  int compile_text(const std::string& text, const std::string& object, const Words& options,
                   bool in_english = false);
  bool explain(bool only_ours = false);
  bool device_code_is_right();
  bool host_code_is_right();
  bool inspect(const Words& arguments);
  int compile_whole();
  int compile_device_only();
  int compile_changes();
  bool hide_all_but_kernels();
  bool show_device_variables();
  int deliver(const std::string& text) const;
  void keep_texts() const;

  const CommandLine& line_;
  const Toolchain& tools_;
  Processes& processes_;
  std::string source_, object_;
  WorkFolder work_;
  Translation texts_;
  std::string compiled_;  // the text that the compiler got last
  std::string messages_;  // the file with what it said
};

// Compiles a file of host code. Returns the exit code.
int compile_host(const CommandLine& line, Processes* processes, const std::string& source,
                 const std::string& object);

}  // namespace cuda_on_cpu::driver
