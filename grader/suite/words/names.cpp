// The names of nodes, elements, threads and lines in sentences. See names.hpp.
#include "suite/words/names.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "suite/words/words.hpp"

namespace handshake::suite::words {

std::string number(long value) {
  return std::to_string(value);
}

std::string number(Value value) {
  if (value.type == Type::integer) return number(long{value.word});
  if (value.type == Type::without_sign) return number(long{value.as<unsigned>()});
  // The shortest text that gives the same number.
  const float exact = value.as<float>();
  if (std::isnan(exact)) return "nan";  // its sign says nothing
  char text[32];
  for (int digits = 6; digits <= std::numeric_limits<float>::max_digits10; digits++) {
    std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(exact));
    if (std::strtof(text, nullptr) == exact) break;
  }
  return text;
}

std::string counted(long count, const std::string& thing) {
  return number(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string node(int index) {
  return "node " + number(index);
}

std::string task(const Task& task) {
  return task.thing + " " + number(task.index);
}

std::string element(const std::string& array, int index) {
  return array + "[" + number(index) + "]";
}

std::string place(const std::string& file, int line) {
  return file + ":" + number(line);
}

std::string place(const Place& place) {
  return place.line > 0 ? words::place(place.file, place.line) : place.file;
}

// "3", or in a grid or block of two or three dimensions "(3, 0)" or "(3, 0, 1)".
static std::string position(int index, Size size) {
  if (size.y <= 1 && size.z <= 1) return number(index);
  const std::string first = "(" + number(index % size.x) + ", " + number(index / size.x % size.y);
  return first + (size.z > 1 ? ", " + number(index / (size.x * size.y)) : "") + ")";
}

std::string thread(ThreadId id) {
  return "block " + position(id.block, id.shape.grid) + ", thread " +
         position(id.thread, id.shape.block);
}

std::string places(const std::vector<Place>& all) {
  std::string said;
  for (size_t p = 0; p < all.size(); p++)
    said += (p == 0 ? "" : p + 1 == all.size() ? " and " : ", ") + place(all[p]);
  return said;
}

std::string told(const Deed& deed) {
  std::string said;
  for (size_t r = 0; r < deed.reads.size(); r++) {
    const ReadValue& read = deed.reads[r];
    const bool is_last = r + 1 == deed.reads.size();
    said += (r == 0 ? "read " : is_last ? " and " : ", ") + element(read.array, read.index);
    if (read.value) said += " (" + number(*read.value) + ")";
    if (read.written_at) said += " (written in this launch, at " + place(*read.written_at) + ")";
  }
  if (!deed.decision) return said;
  for (const auto& [at, held] : deed.earlier)
    said += (said.empty() ? "the condition at " : ", the condition at ") + place(at) + " was " +
            (held ? "true" : "false");
  if (!said.empty()) said += ", and ";
  said +=
      deed.held
          ? "the condition at " + place(*deed.decision) + " was " + (*deed.held ? "true" : "false")
          : std::string(deed.earlier.empty() ? "" : "the thread ") + "reached the " +
                std::string(deed.is_switch ? "switch" : "if") + " at " + place(*deed.decision);
  return said;
}

// If the first word contains a capital letter, _ or [, it is a name in the code, and the text
// stays as it is.
std::string capital(std::string text) {
  const std::string word = text.substr(0, text.find(' '));
  const bool is_name = std::any_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isupper(c) != 0 || c == '_' || c == '[';
  });
  if (!text.empty() && !is_name) text[0] = static_cast<char>(std::toupper(text[0]));
  return text;
}

// "3", "2 x 3" or "2 x 3 x 4"
static std::string size(Size size) {
  std::string said = number(size.x);
  if (size.y > 1 || size.z > 1) said += " x " + number(size.y);
  return size.z > 1 ? said + " x " + number(size.z) : said;
}

std::string shape(Shape shape) {
  const std::string blocks = size(shape.grid) + (shape.blocks == 1 ? " block" : " blocks");
  const std::string threads = size(shape.block) + (shape.threads == 1 ? " thread" : " threads");
  if (shape.blocks == 1) return blocks + " of " + threads;
  return blocks + " of " + threads + " (" + number(shape.total()) + " threads)";
}

}  // namespace handshake::suite::words
