// The results as text for the student at the terminal.
#pragma once

#include <string>
#include <vector>

#include "check/report.hpp"

namespace handshake::check {

std::string to_text(const Report& report, TextStyle style);
// One line for each part, and the notes.
std::string to_short_text(const Report& report, TextStyle style);

std::string heading(const std::string& text, TextStyle style);
std::string lines_of(const std::vector<std::string>& lines, const std::string& indent);

}  // namespace handshake::check
