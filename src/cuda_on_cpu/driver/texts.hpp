// What the driver does with texts itself, between two runs of the host's compiler.
#pragma once
#include <string>

#include "cuda_on_cpu/translate/own_lines.hpp"
#include "cuda_on_cpu/translate/preprocessed.hpp"
#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::driver {

using translate::Build;
using translate::NewNames;

// All names are those of files. Messages for the program's author go to standard error.
struct Translation {
  std::string preprocessed;  // read
  std::string plain;         // written: C++ for the host's compiler
  std::string our_headers;   // a folder
  NewNames new_names;        // for the places in messages (preprocessed.hpp)
  Build build = Build::plain;
  bool extended_lambda = false, relaxed_constexpr = false;  // of the options with these names

  // The kernel file as its author wrote it, if `plain` may contain only what nvcc compiles for the
  // device; and, if needed, its preprocessed text without its macros (own_macros.hpp).
  std::string device_file, without_macros;
  // If not empty, written if needed: the device part, or the whole program if `plain` lacks a part.
  std::string device_part, whole;
};

// Returns whether the program is allowed.
bool translate_text(const Translation& wanted);

// The device part with many small changes in it (variants.hpp). `list` is written and gets a line
// for each change, those that a student most likely needs first:
//   NUMBER STAYS KIND FILE LINE OTHER_LINE ABOUT
// STAYS: 1 if the change replaces one expression or statement, 0 if it adds or moves code. ABOUT:
// loop, if, the name of a variable, or nothing.
struct Changes {
  std::string list;
  std::string left_out,
      only;                // files with the numbers of changes that do not compile, or are wanted
  std::string host_lines;  // 5-9,12-12: the host part is written as well, with changes there
};
void write_changes(const Translation& wanted, const Changes& changes);

// Prints the messages of the preprocessor, and explains a missing header of CUDA. Returns whether
// the text includes a header that is refused.
bool tell_of_preprocessor(const Translation& wanted, const std::string& messages);

// Prints messages of the host's compiler about the text `compiled`, rewritten for the program's
// author: all of them, or only those about host code in device code. Returns whether device code
// uses host code.
bool tell_of_compiler(const Translation& wanted, const std::string& compiled,
                      const std::string& messages, bool only_ours);
// Does the same for messages of cuda_on_cpu_inspect. Returns whether a message was printed.
bool tell_of_object(const Translation& wanted, const std::string& messages, bool only_device_code);

}  // namespace cuda_on_cpu::driver
