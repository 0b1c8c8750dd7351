// Sets b, the bound of each node, from a number or a file.
#include "extensions/b_matching/problem.hpp"

#include <string_view>

#include "graph/file_bytes.hpp"
#include "graph/input_error.hpp"
#include "graph/text_lines.hpp"

namespace handshake::b_matching {
namespace {

bool any_start(std::string_view) {
  return true;
}

std::int32_t bound_of(const std::string& path, const LineReader& lines, std::string_view word) {
  std::int64_t number = 0;
  if (parse_count(word, &number) && number <= kMostPartners) return static_cast<int>(number);
  throw InputError(path, lines.number(),
                   "the number of partners " + quote(word) + " must be a whole number from 0 to " +
                       std::to_string(kMostPartners) + "; write one number for each node");
}

}  // namespace

Bounds same_bounds(Node nodes, std::int32_t b) {
  Bounds bounds(nodes);
  std::fill(bounds.begin(), bounds.end(), b);
  return bounds;
}

Bounds read_bounds(const std::string& path, Node nodes) {
  FileBytes file = read_file(path, any_start);
  if (is_gzip(file.bytes())) file = unpack_gzip(file.bytes(), path);
  Bounds bounds(nodes);
  std::int64_t count = 0;
  LineReader lines(file.bytes());
  while (lines.next()) {
    if (is_empty_or_comment(lines.line())) continue;
    for (const std::string_view word : split_words(lines.line())) {
      if (count == nodes) {
        throw InputError(path, lines.number(),
                         "there are more numbers than the graph has nodes (" +
                             std::to_string(nodes) + "); check that the file belongs to the graph");
      }
      bounds[count++] = bound_of(path, lines, word);
    }
  }
  if (count < nodes) {
    throw InputError(path, 0,
                     "there are " + std::to_string(count) + " numbers for the " +
                         std::to_string(nodes) +
                         " nodes of the graph; write one number for each node");
  }
  return bounds;
}

}  // namespace handshake::b_matching
