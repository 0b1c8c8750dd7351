// Finds variables of a kernel that are easily mistaken for other variables: a second variable with
// the same name, and a copy in a lambda function.
#pragma once

#include "check/assignments.hpp"

namespace handshake::check {

// The variable that a line such as "const int x = 5;" or "int* p;" declares; empty if the line is
// not such a declaration.
std::string declared_in(const std::string& line);

// Looks for variables that are easily mistaken for other variables. Adds their lines to the
// failure, and the hint that follows from them.
void tell_hidden_variables(const std::vector<SourceFile>& files, suite::Failure& failure);

}  // namespace handshake::check
