// Reads the first lines of a Matrix Market file: the banner, comments, and the size line.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "graph/input_error.hpp"
#include "graph/matrix_market.hpp"
#include "graph/text_lines.hpp"

namespace handshake {
namespace {

constexpr std::string_view kBanner = "%%MatrixMarket";
constexpr const char* kBannerHint =
    "the first line should read: %%MatrixMarket matrix coordinate integer symmetric";
constexpr std::int64_t kMaxNodes = std::numeric_limits<Node>::max();
// Even in a very short text, the size line may name up to this many nodes.
constexpr std::int64_t kNodesOfAnyText = std::int64_t{1} << 20;

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

[[noreturn]] void throw_no_banner(std::string_view text, const std::string& path) {
  if (text.empty()) throw InputError(path, 0, "the file is empty; it should hold a graph");
  if (text.substr(0, 3) == "\xef\xbb\xbf" || text.substr(0, 2) == "\xff\xfe" ||
      text.substr(0, 2) == "\xfe\xff")
    throw InputError(path, 1,
                     "the file begins with a byte order mark; save it as plain ASCII text");
  LineReader lines(text.substr(0, 256));
  lines.next();
  throw InputError(
      path, 1,
      "this is not a graph file, it begins with " + quote(lines.line()) + "; " + kBannerHint);
}

void read_banner(std::string_view line, const std::string& path, MatrixMarketHeader* header) {
  const auto fail = [&](const std::string& what, const std::string& hint) {
    throw InputError(path, 1, what + "; " + hint);
  };
  std::vector<std::string> words;
  for (const std::string_view word : split_words(line)) words.push_back(lower_case(word));
  if (words.size() != 5)
    fail("the banner has " + std::to_string(words.size()) + " words instead of 5", kBannerHint);
  if (words[0] != lower_case(kBanner))
    fail("the banner begins with " + quote(words[0]), kBannerHint);
  if (words[1] != "matrix")
    fail("the banner says " + quote(words[1]) + " instead of matrix", kBannerHint);
  if (words[2] != "coordinate")
    fail("the banner says " + quote(words[2]) + ", but only a coordinate file is a list of edges",
         "convert the file to the coordinate format");
  using Field = MatrixMarketHeader::Field;
  if (words[3] == "integer" || words[3] == "unsigned-integer")
    header->field = Field::integer;
  else if (words[3] == "real" || words[3] == "double")
    header->field = Field::real;
  else if (words[3] == "pattern")
    header->field = Field::pattern;
  else
    fail("the banner says that weights are " + quote(words[3]),
         "weights may be integer, real or pattern (every weight is 1)");
  if (words[4] != "symmetric" && words[4] != "general")
    fail("the banner says " + quote(words[4]), "a graph may be symmetric or general");
}

void read_sizes(std::string_view line, const std::string& path, MatrixMarketHeader* header) {
  const auto fail = [&](const std::string& what) {
    throw InputError(path, header->sizeLine,
                     what + "; the size line names rows, columns and entries, for example: 4 4 3");
  };
  const std::vector<std::string_view> words = split_words(line);
  if (words.size() != 3)
    fail("the size line " + quote(line) + " has " + std::to_string(words.size()) +
         (words.size() == 1 ? " word" : " words") + " instead of 3");
  std::int64_t* const counts[] = {&header->rows, &header->columns, &header->entries};
  const char* const names[] = {"rows", "columns", "entries"};
  for (int i = 0; i < 3; i++)
    if (!parse_count(words[i], counts[i]))
      fail("the number of " + std::string(names[i]) + " " + quote(words[i]) +
           " is not a whole number");
}

// A wrong header must not make the program allocate much memory. So a size line is refused if it
// states more nodes or entries than are plausible for a text of this length.
void require_plausible_sizes(std::size_t textSize, const std::string& path,
                             const MatrixMarketHeader& header) {
  const std::int64_t nodes = std::max(header.rows, header.columns);
  const std::int64_t bytes = static_cast<std::int64_t>(textSize);
  const auto fail = [&](const std::string& what) { throw InputError(path, header.sizeLine, what); };
  if (nodes > kMaxNodes)
    fail("the size line names " + std::to_string(nodes) + " nodes, but at most " +
         std::to_string(kMaxNodes) + " are possible; use a smaller graph");
  if (nodes > std::max(kNodesOfAnyText, bytes))
    fail("the size line names " + std::to_string(nodes) + " nodes, but the text has only " +
         std::to_string(bytes) + " bytes; correct the size line, or leave out unused nodes");
  // An entry has at least four bytes: a digit, a blank, a digit, and a line end. The last line end
  // may be missing. A missing weight is found later, when the entry is read.
  constexpr std::int64_t kEntryBytes = 4;
  const std::int64_t bodyBytes = bytes - static_cast<std::int64_t>(header.bodyStart);
  const std::int64_t most = (bodyBytes + 1) / kEntryBytes;
  if (header.entries > most)
    fail("the size line names " + std::to_string(header.entries) + " entries, but the " +
         std::to_string(bodyBytes) + " bytes after it hold at most " + std::to_string(most) +
         "; the file is truncated, or the size line is wrong");
}

}  // namespace

bool is_matrix_market(std::string_view start) {
  return lower_case(start.substr(0, kBanner.size())) == lower_case(kBanner);
}

MatrixMarketHeader read_matrix_market_header(std::string_view text, const std::string& path) {
  if (!is_matrix_market(text)) throw_no_banner(text, path);
  MatrixMarketHeader header;
  LineReader lines(text);
  lines.next();
  read_banner(lines.line(), path, &header);
  do {
    if (!lines.next())
      throw InputError(path, lines.number(),
                       "the file ends before the size line; this line comes after the banner and "
                       "the comments, and names rows, columns and entries");
  } while (is_empty_or_comment(lines.line()));
  header.sizeLine = lines.number();
  header.bodyStart = std::min(lines.position(), text.size());
  read_sizes(lines.line(), path, &header);
  require_plausible_sizes(text.size(), path, header);
  return header;
}

}  // namespace handshake
