// Prepares the compiler's preprocessed text before it is cut into tokens: gives files the names
// that they will have in the object file, and refuses headers of a CUDA toolkit. Such headers
// cannot be mixed with ours, because they declare everything a second time.
#pragma once
#include <istream>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace cuda_on_cpu::translate {

// Pairs of an old and a new name, from OLD=NEW as in -ffile-prefix-map. The compiler leaves the old
// names in the preprocessed text, so with_new_names replaces them.
using NewNames = std::vector<std::pair<std::string, std::string>>;
std::pair<std::string, std::string> new_name(const std::string& old_and_new);
std::string with_new_names(const std::string& text, const NewNames& names);

// "file:line: error: ..." about the first header of a toolkit in the text; empty if there is none.
// Such a header has a path like that of a CUDA header. A folder around it contains a
// cuda_runtime.h, and the nearest such folder is not `our_folder`.
std::string refused_header(const std::string& text, const std::string& our_folder);

// Prints the preprocessor's messages. If no toolkit is installed, these messages may say that a
// header of CUDA is missing. In that case, adds a message of our own that explains the error.
void explain_missing_headers(std::istream& said, std::ostream& out);

}  // namespace cuda_on_cpu::translate
