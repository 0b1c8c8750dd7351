// The preprocessor's directives as the author of a file has written them, including those in parts
// that the preprocessor skips. The preprocessed text no longer shows which directives there were.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace cuda_on_cpu::translate {

struct WrittenDirective {
  std::string name;  // "include"; a line marker's number; empty for a # alone
  std::string rest;  // without comments, and without blanks at its ends
  size_t line;
};

std::vector<WrittenDirective> written_directives(const std::string& text);

}  // namespace cuda_on_cpu::translate
