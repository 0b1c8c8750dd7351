// Draws arrays as text. See drawing.hpp.
#include "check/drawing.hpp"

#include <algorithm>
#include <sstream>

#include "check/shown_text.hpp"
#include "suite/words/report.hpp"
#include "suite/words/words.hpp"

namespace handshake::check {

namespace {

constexpr size_t kColumns = 80;

std::string right(const std::string& text, size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string left(const std::string& text, size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string value_text(const std::optional<int>& value, suite::Type type) {
  return value ? suite::words::number(suite::Value(*value, type)) : "?";
}

std::string label(const suite::ShownArray& array) {
  return array.what.empty() ? array.name : array.name + ", " + array.what;
}

struct Layout {
  size_t label_width = 5, value_width = 1;
  bool is_cut_in_front = false;
};

Layout lay_out(const std::vector<suite::ShownArray>& arrays) {
  Layout layout;
  for (const suite::ShownArray& array : arrays) {
    layout.label_width = std::max({layout.label_width, label(array).size(), array.of.size()});
    const int last = array.first + static_cast<int>(array.values.size()) - 1;
    layout.value_width = std::max(layout.value_width, std::to_string(last).size());
    for (const auto& value : array.values)
      layout.value_width = std::max(layout.value_width, value_text(value, array.type).size());
    layout.is_cut_in_front |= array.first > 0;
  }
  return layout;
}

std::string draw_line(const Layout& layout, const std::string& name,
                      const std::vector<std::string>& values, bool cut_in_front, bool cut_behind,
                      bool has_brackets) {
  std::string line = "  " + left(name, layout.label_width) + "  " + (has_brackets ? "[" : " ");
  if (layout.is_cut_in_front) line += cut_in_front ? " ..." : "    ";
  for (const std::string& value : values) line += " " + right(value, layout.value_width);
  if (cut_behind) line += " ...";
  return line + (has_brackets ? " ]" : "");
}

}  // namespace

std::string wrap(const std::string& text, const std::string& indent) {
  std::istringstream words(harmless(text));
  std::string out, line = indent, word;
  while (words >> word) {
    if (line.size() > indent.size() && line.size() + 1 + word.size() > kColumns) {
      out += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
  }
  return out + line + "\n";
}

std::vector<std::string> draw_arrays(const suite::Failure& failure) {
  std::vector<std::string> lines;
  const Layout layout = lay_out(failure.shown);
  const suite::ShownArray* above = nullptr;
  bool has_unwritten = false;
  for (const suite::ShownArray& array : failure.shown) {
    std::vector<std::string> values, indices;
    for (size_t i = 0; i < array.values.size(); i++) {
      values.push_back(value_text(array.values[i], array.type));
      indices.push_back(std::to_string(array.first + i));
      has_unwritten |= !array.values[i];
    }
    const bool cut_behind = array.first + static_cast<int>(array.values.size()) < array.length;
    if (!above || above->first != array.first || above->length != array.length ||
        above->of != array.of)
      lines.push_back(draw_line(layout, array.of, indices, false, false, false));
    lines.push_back(draw_line(layout, label(array), values, array.first > 0, cut_behind, true));
    above = &array;
  }
  if (above && failure.index >= above->first) {
    std::vector<std::string> marks(failure.index - above->first + 1);
    marks.back() = "^";
    lines.push_back(draw_line(layout, "", marks, false, false, false));
  }
  if (has_unwritten) lines.push_back("  " + suite::words::unknown_value());
  return lines;
}

std::vector<std::string> draw_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (size_t c = 0; c < row.size(); c++) widths[c] = std::max(widths[c], row[c].size());
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string line = "  " + left(row.front(), widths.front());
    for (size_t c = 1; c < row.size(); c++)
      line += "  " + (c + 1 < row.size() ? right(row[c], widths[c]) : row[c]);
    lines.push_back(line);
  }
  return lines;
}

std::string draw_row(const std::vector<int>& values, size_t width) {
  std::string row;
  for (const int value : values) row += " " + right(std::to_string(value), width);
  return row;
}

}  // namespace handshake::check
