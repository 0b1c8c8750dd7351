// The compiler names columns of the text that it gets. Where a macro or the translator has
// changed that line, its messages get the column of the program's own file, and one mark under
// that line.
#pragma once
#include <istream>
#include <ostream>
#include <string>

namespace cuda_on_cpu::translate {

// Passes on messages about a text that has line markers.
void move_columns(const std::string& translated, std::istream& said, std::ostream& out);

// The column of `written` that has what is at this column of `translated`; both from 1.
size_t column_in(const std::string& written, const std::string& translated, size_t column);

}  // namespace cuda_on_cpu::translate
