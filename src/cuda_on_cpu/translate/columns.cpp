// Finds the words that two versions of a line have in common. See columns.hpp.
#include "cuda_on_cpu/translate/columns.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

namespace cuda_on_cpu::translate {
namespace {

struct Word {
  size_t begin = 0, end = 0;
};

bool is_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

std::vector<Word> words_of(const std::string& line) {
  std::vector<Word> words;
  for (size_t i = 0; i < line.size();) {
    size_t end = i + 1;
    if (is_letter(line[i]))
      while (end < line.size() && is_letter(line[end])) end++;
    if (!std::isspace(static_cast<unsigned char>(line[i]))) words.push_back({i, end});
    i = end;
  }
  return words;
}

constexpr size_t kNoPartner = static_cast<size_t>(-1);

// For each word of one line, the index of the same word in the other line, found by the longest
// common subsequence of words.
std::vector<size_t> partners(const std::string& one, const std::vector<Word>& ones,
                             const std::string& other, const std::vector<Word>& others) {
  const auto are_same = [&](size_t i, size_t j) {
    return one.compare(ones[i].begin, ones[i].end - ones[i].begin, other, others[j].begin,
                       others[j].end - others[j].begin) == 0;
  };
  std::vector<std::vector<size_t>> common(ones.size() + 1,
                                          std::vector<size_t>(others.size() + 1, 0));
  for (size_t i = ones.size(); i-- > 0;)
    for (size_t j = others.size(); j-- > 0;)
      common[i][j] =
          are_same(i, j) ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  std::vector<size_t> found(ones.size(), kNoPartner);
  for (size_t i = 0, j = 0; i < ones.size() && j < others.size();) {
    // If only one of two equal words of the translated line was written, the translator inserted
    // the first one. So word i is skipped if the common subsequence is equally long without it.
    if (common[i + 1][j] == common[i][j]) {
      i++;
    } else if (are_same(i, j) && common[i][j] == common[i + 1][j + 1] + 1) {
      found[i++] = j++;
    } else {
      j++;
    }
  }
  return found;
}

// The longest line of the preprocessed text that belongs to this line of the file; empty if there
// is none.
std::string line_of_text(const std::string& text, const std::string& file, size_t line) {
  std::istringstream lines(text);
  std::string name, found;
  size_t number = 0;
  for (std::string one; std::getline(lines, one); number++) {
    if (one.compare(0, 2, "# ") == 0 && one.find('"') != std::string::npos) {
      const size_t quote = one.find('"');
      number = std::strtoul(one.c_str() + 2, nullptr, 10) - 1;
      name = one.substr(quote + 1, one.rfind('"') - quote - 1);
    } else if (number == line && name == file && one.size() > found.size()) {
      found = one;
    }
  }
  return found;
}

std::string line_of_file(const std::string& file, size_t line) {
  std::ifstream lines(file);
  std::string one;
  while (line > 0 && std::getline(lines, one)) line--;
  if (line > 0) return "";
  if (!one.empty() && one.back() == '\r') one.pop_back();
  return one;
}

// Whether this line of a message only quotes the program: the line as written, the line as
// translated, or the marks below it.
bool shows_text(const std::string& line, const std::string& written, const std::string& seen) {
  return line == written || line == seen || line.compare(0, 1, " ") == 0;
}

// The place that a message names.
struct Place {
  std::string file, line, column;  // as in the message
  std::string written, seen;       // the line in the program's file, and in the translated text
  bool is_moved = false;           // whether these lines differ
  size_t moved = 1;                // the column in `written`
};

std::optional<Place> place_of(const std::string& message, const std::string& translated) {
  const std::optional<MessagePlace> named = place_in(message);
  if (!named) return std::nullopt;
  Place place{named->file, named->line, named->column, "", ""};
  const size_t line = std::stoul(place.line), column = std::stoul(place.column);
  place.seen = line_of_text(translated, place.file, line);
  place.written = line_of_file(place.file, line);
  place.seen.erase(place.seen.find_last_not_of(' ') + 1);  // blanks that replaced a comment
  place.is_moved = !place.seen.empty() && !place.written.empty() &&
                   place.written.compare(0, place.seen.size(), place.seen) != 0;
  place.moved = place.is_moved ? column_in(place.written, place.seen, column) : column;
  return place;
}

std::string with_moved_column(std::string message, const Place& place) {
  const std::string start = place.file + ':' + place.line + ':';
  const size_t at = message.find(start);
  if (at != std::string::npos)
    message.replace(at + start.size(), place.column.size(), std::to_string(place.moved));
  return message;
}

// Shows the line in the program's file, with a mark below the column.
void show(const Place& place, std::ostream& out) {
  std::string before = place.written.substr(0, place.moved - 1);
  for (char& letter : before) letter = letter == '\t' ? '\t' : ' ';
  out << std::string(place.line.size() < 5 ? 5 - place.line.size() : 0, ' ') << place.line << " | "
      << place.written << "\n      | " << before << "^\n";
}

// The digits of a number below 1000000000 that begins here; empty if another character comes first.
std::string number_at(const std::string& text, size_t begin) {
  size_t end = begin;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) end++;
  return end - begin <= 9 ? text.substr(begin, end - begin) : "";
}

}  // namespace

// The text may have millions of characters, for which std::regex needs too much stack.
std::optional<MessagePlace> place_in(const std::string& message) {
  MessagePlace place;
  size_t at = message.find(':');
  if (at == std::string::npos || at == 0 || message[0] == ' ') return std::nullopt;
  place.file = message.substr(0, at);
  for (std::string* number : {&place.line, &place.column}) {
    *number = number_at(message, at + 1);
    at += 1 + number->size();
    if (number->empty() || message.compare(at, 1, ":") != 0) return std::nullopt;
  }
  if (message.compare(at, 2, ": ") != 0) return std::nullopt;
  return place;
}

std::string without_colors(const std::string& line) {
  std::string plain;
  for (size_t i = 0; i < line.size(); i++) {
    if (line[i] != '\033') {
      plain += line[i];
      continue;
    }
    while (i + 1 < line.size() && line[i] != 'm' && line[i] != 'K') i++;
  }
  return plain;
}

size_t column_in(const std::string& written, const std::string& translated, size_t column) {
  const std::vector<Word> to = words_of(written), from = words_of(translated);
  const std::vector<size_t> partner = partners(translated, from, written, to);
  size_t at = 0;  // the index after the last word that begins at this column or before it
  while (at < from.size() && from[at].begin < column) at++;
  if (at == 0 || to.empty()) return 1;
  size_t known = at;
  while (known > 0 && partner[known - 1] == kNoPartner) known--;
  if (known == 0) return to.front().begin + 1;
  const Word& word = to[partner[known - 1]];
  const size_t into = column - 1 - from[known - 1].begin;
  if (known == at) return word.begin + std::min(into, word.end - word.begin) + 1;
  // The column is inside a macro's text or inside words that the translator inserted, so the place
  // after the last known word is used.
  const size_t next = partner[known - 1] + 1;
  return next < to.size() ? to[next].begin + 1 : word.end;
}

void move_columns(const std::string& translated, std::istream& said, std::ostream& out) {
  Place place;  // of the previous message
  for (std::string line; std::getline(said, line);) {
    const std::string plain = without_colors(line);
    if (const auto found = place_of(plain, translated)) {
      place = *found;
      out << with_moved_column(line, place) << '\n';
      if (place.is_moved) show(place, out);
    } else {
      place.is_moved = place.is_moved && shows_text(plain, place.written, place.seen);
      if (!place.is_moved) out << line << '\n';
    }
  }
}

void show_errors(const std::vector<std::string>& errors, const std::string& translated,
                 std::ostream& out) {
  constexpr size_t kMostShown = 200;  // bytes; a longer line is not shown
  for (const std::string& error : errors) {
    const auto place = place_of(error, translated);
    out << (place ? with_moved_column(error, *place) : error) << '\n';
    const bool is_short = place && place->written.size() <= kMostShown;
    if (is_short && place->moved <= place->written.size()) show(*place, out);
  }
}

}  // namespace cuda_on_cpu::translate
