// Finds everything that a file of device code must not contain, mostly code that nvcc would not
// compile for a GPU. Examples are assembly, headers for the host's processor, and line markers that
// name other files. Other examples are the compiler's attributes and words that change how or where
// code is generated.
#pragma once
#include <string>
#include <vector>

#include "cuda_on_cpu/translate/directives.hpp"
#include "cuda_on_cpu/translate/source.hpp"

namespace cuda_on_cpu::translate {

class DeviceFile {
 public:
  // `preprocessed`: the file after the preprocessor; `written`: as its author wrote it.
  DeviceFile(const std::string& preprocessed, const std::string& written)
      : source_(preprocessed, true), directives_(written_directives(written)) {}

  void check();
  // Reports macros of the file that change a system header. Needed only with a compiler that does
  // not show where a macro was expanded: see own_macros.hpp.
  void compare_headers(const std::string& preprocessed_without_macros);
  // "file:line:column: error: ..."
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  void check_directives();
  void check_questions();
  void check_inclusions();
  void check_pragmas();
  void check_word(size_t i);
  void check_digraph(size_t i);
  void check_attributes(size_t first, size_t last);
  void error(size_t i, const std::string& text);
  void error_in_line(size_t line, const std::string& text);

  Source source_;  // also has the text that comes from macros of system headers
  std::vector<WrittenDirective> directives_;
  std::vector<std::string> errors_;
};

}  // namespace cuda_on_cpu::translate
