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

// The files of one compile step.
struct Files {
  std::string source;
  std::string object;  // what is made; empty: standard output
  // Of the rule for make, if no option names them: the target, which is what the whole command
  // makes, and the file of the rule.
  std::string target, rules;
};

class CompileStep {
 public:
  CompileStep(const CommandLine& line, const Toolchain& tools, Processes* processes,
              const Files& files);

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
  const Files files_;
  const std::string &source_ = files_.source, &object_ = files_.object;
  WorkFolder work_;
  Translation texts_;
  std::string compiled_;  // the text that the compiler got last
  std::string messages_;  // the file with what it said
};

// Makes what the command line wants of a file of host code. Returns the exit code.
int compile_host(const CommandLine& line, Processes* processes, const Files& files);

}  // namespace cuda_on_cpu::driver
