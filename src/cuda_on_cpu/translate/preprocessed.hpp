// What is done with the compiler's preprocessed text before it is cut into tokens: files get the
// names that the object will have for them, and headers of a CUDA toolkit are refused. Those cannot
// be mixed with ours, because they declare everything a second time.
#pragma once
#include <istream>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace cuda_on_cpu::translate {

// From OLD=NEW, as in -ffile-prefix-map. The compiler itself leaves the old names in the text.
using NewNames = std::vector<std::pair<std::string, std::string>>;
std::pair<std::string, std::string> new_name(const std::string& old_and_new);
std::string with_new_names(const std::string& text, const NewNames& names);

// "file:line: error: ..." about the first header of a toolkit that is in the text; empty if there is
// none. Such a header is recognized by its name and its folder: that folder, or one around it, has a
// cuda_runtime.h as well, and is not ours.
std::string refused_header(const std::string& text, const std::string& our_folder);

// Passes the preprocessor's messages on. If no toolkit is installed, they say that such a header is
// missing: then our sentence replaces theirs.
void explain_missing_headers(std::istream& said, std::ostream& out);

}  // namespace cuda_on_cpu::translate
