// The results as text for the student at the terminal.
#pragma once

#include <string>

#include "check/report.hpp"

namespace handshake::check {

struct TextStyle {
  bool has_color = false;
  bool is_verbose = false;  // shows every failure, not only the first
};

std::string to_text(const Report& report, TextStyle style);
// One line for each part, and the notes.
std::string to_short_text(const Report& report, TextStyle style);
std::string to_text(const Trace& trace);

}  // namespace handshake::check
