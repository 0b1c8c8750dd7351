// Finds the text that the preprocessor removes, such as the lines between `#if 0` and `#endif`.
#pragma once

#include <string>

namespace handshake::check {

// Blanks the text that the preprocessor removes, and all directives except those of macros that
// are defined. Lines and columns stay. If a condition cannot be evaluated, no side of it is kept.
// A name that the text does not define is not a macro, unless it begins with __. `code` has no
// comments.
void blank_removed(std::string& code);

}  // namespace handshake::check
