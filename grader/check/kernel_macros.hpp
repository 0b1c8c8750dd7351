// Looks for missing parentheses in macros.
#pragma once

#include "check/source_outline.hpp"

namespace handshake::check {

// Adds the first use of a macro in which an operator is applied to only a part of the macro's text,
// or of an argument.
void tell_torn_macro(const SourceOutline& file, suite::Failure& failure);

}  // namespace handshake::check
