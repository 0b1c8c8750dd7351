// The compiler's messages name columns of the text that the compiler gets. If a macro or the
// translator has changed a line, the messages about the line are rewritten: they name the column in
// the program's own file, and show only one mark below the line.
#pragma once
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace cuda_on_cpu::translate {

// The place at the beginning of a message: FILE:LINE:COLUMN: TEXT.
struct MessagePlace {
  std::string file, line, column;
};
std::optional<MessagePlace> place_in(const std::string& message);

std::string without_colors(const std::string& line);

// Copies messages. Those about the text `translated`, which has line markers, get the column in the
// program's own file.
void move_columns(const std::string& translated, std::istream& said, std::ostream& out);

// Prints errors about the text `translated`, in the form `FILE:LINE:COLUMN: error: ...`. Each error
// gets the column in the program's own file. The line is shown below the error, with a mark at this
// column, unless the line is very long.
void show_errors(const std::vector<std::string>& errors, const std::string& translated,
                 std::ostream& out);

// Returns the column of the line `written` that corresponds to `column` of its translation
// `translated`. Both columns count from 1.
size_t column_in(const std::string& written, const std::string& translated, size_t column);

}  // namespace cuda_on_cpu::translate
